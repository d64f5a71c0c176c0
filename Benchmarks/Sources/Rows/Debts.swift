/// What rows still owe since the core was rebuilt: the ratios that CI lets them have instead of twice their bounds. A debt
/// may only become smaller; the next change that makes one of these rows cheaper lowers its number here.
package enum Debts {
    package static let ratios = [
        "transient": 8.0,
        "chain of ten": 10,
    ]
}
