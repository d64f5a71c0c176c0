/// What can be left out of a coffee maker, to see what becomes of the rest.
package enum Part: String, CaseIterable, Sendable {
    case heater, pump, logger
}
