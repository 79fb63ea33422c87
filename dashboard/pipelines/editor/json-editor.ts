import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";

export interface JsonEditor {
  /** Shows a value, unless the text already says the same. */
  show(value: unknown): void;
  destroy(): void;
}

const theme = EditorView.theme({
  "&": { color: "var(--color-text)", backgroundColor: "var(--color-surface)", fontSize: "13px" },
  "&.cm-focused": { outline: "2px solid var(--color-accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--font-code)", maxBlockSize: "36rem", overflow: "auto" },
  ".cm-content": { caretColor: "var(--color-text)" },
  ".cm-cursor": { borderInlineStartColor: "var(--color-text)" },
  ".cm-gutters": {
    color: "var(--color-muted)",
    backgroundColor: "var(--color-sunken)",
    border: "0",
  },
  ".cm-line span": { color: "inherit !important" },
});

/** CodeMirror in a shadow root, where its styles are adopted sheets that the page's policy allows. */
export function createJsonEditor({
  host,
  text,
  label,
  isReadOnly,
  onText,
}: {
  readonly host: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly onText: (text: string) => void;
}): JsonEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        bracketMatching(),
        json(),
        syntaxHighlighting(defaultHighlightStyle),
        EditorView.lineWrapping,
        // Without a tabindex, checkers of accessibility do not see that the scrolled content takes the focus.
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        EditorState.readOnly.of(isReadOnly),
        // Tab leaves the editor, so that it is no trap for keyboards.
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onText(update.state.doc.toString());
        }),
        theme,
      ],
    }),
  });
  return {
    show(value) {
      const current = view.state.doc.toString();
      if (isSame(current, value)) return;
      const insert = JSON.stringify(value, null, 2);
      view.dispatch({ changes: { from: 0, to: current.length, insert } });
    },
    destroy: () => view.destroy(),
  };
}

function isSame(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    // Text that is being corrected is not replaced.
    return true;
  }
}
