/// A part that can be left out of a coffee maker, to show the effect on the others.
package enum Part: String, CaseIterable, Sendable {
    case heater, pump, logger
}
