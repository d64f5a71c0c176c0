extension DependencyGraph {
    /// How the page of a graph looks.
    static var styleSheet: String {
        """
        :root { color-scheme: light dark; --page: #fff; --text: #1c2430; --faint: #5f6b7a; --line: #d9dee6; --panel: #f6f8fa;
          --service: #2456b8; --default: #4f5863; --decorator: #7a35b5; --contribution: #1f7a3d; --argument: #8a5a00;
          --missing: #b3261e; --alarm: #fdecea; }
        @media (prefers-color-scheme: dark) { :root { --page: #14181f; --text: #e3e8ef; --faint: #98a4b3; --line: #303845;
          --panel: #1c222c; --service: #8fb4ff; --default: #b5bfcb; --decorator: #cf9bf5; --contribution: #7fd49b;
          --argument: #e6b85c; --missing: #ff8a80; --alarm: #3a1d1c; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
        header, main { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem; }
        header { padding-top: 1.5rem; }
        h1 { margin: 0; font-size: 1.6rem; }
        h2 { margin: 2rem 0 .6rem; font-size: 1.15rem; }
        header p, small { color: var(--faint); }
        header p { margin: .2rem 0 0; }
        small { font-size: .85em; overflow-wrap: anywhere; }
        b { font-weight: 600; overflow-wrap: anywhere; }
        i { color: var(--faint); font-size: .85em; }
        a { text-decoration-color: var(--faint); color: inherit; }
        .service { color: var(--service); } .default { color: var(--default); } .decorator { color: var(--decorator); }
        .contribution { color: var(--contribution); } .takesArgument { color: var(--argument); }
        .missing { color: var(--missing); } .covered, .absent { color: var(--faint); font-weight: 400; }
        .covered { text-decoration: line-through; }
        .problems { padding: 0; margin: 0; list-style: none; }
        .problems pre { margin: 0 0 .6rem; padding: .7rem 1rem; background: var(--alarm); border-radius: 6px;
          border-left: 4px solid var(--missing); white-space: pre-wrap; overflow-wrap: anywhere;
          font: 13px/1.5 ui-monospace, monospace; }
        .tree, .tree ul { list-style: none; margin: 0; padding: 0; }
        .tree ul { padding-left: 1.1rem; margin-left: .35rem; border-left: 1px solid var(--line); }
        .tree li { padding: .1rem 0; }
        .tree > li, .tree li:not(:has(> details)) { padding-left: .1rem; }
        .tree li:not(:has(> details)) { padding-left: 1.1rem; }
        .tree summary { cursor: pointer; list-style-position: outside; margin-left: 1.1rem; }
        .tree :target { outline: 2px solid var(--service); outline-offset: 3px; border-radius: 3px; }
        input { width: 100%; max-width: 30rem; padding: .45rem .7rem; margin-bottom: .8rem; font: inherit; color: inherit;
          background: var(--panel); border: 1px solid var(--line); border-radius: 6px; }
        .wide { overflow-x: auto; margin-bottom: 3rem; }
        table { border-collapse: collapse; width: 100%; font-size: .88em; }
        td:first-child { min-width: 9rem; }
        th, td { text-align: left; vertical-align: top; padding: .45rem .7rem; border-bottom: 1px solid var(--line); }
        th { background: var(--panel); font-weight: 600; white-space: nowrap; }
        tr[hidden] { display: none; }
        """
    }
}
