import Hopoate

enum CopiesOfHopoate {
    static func check(_ place: CodePlace) {}
}
