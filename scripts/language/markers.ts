export interface Marker {
  /** A regular expression, matched as a whole term. A space also matches a line break. */
  readonly pattern: string;
  /** The replacement that the report proposes. */
  readonly use: string;
  /** Context in which the term has its ordinary sense. */
  readonly unless?: string;
  /** Paths in which the term has its ordinary sense. */
  readonly except?: RegExp;
}

/** Folders about natural language and drawn scenes. */
const languageAndScenes = /(?:^|\/)studio\/|intent|phrases/;

/** Private idioms with the field's terms for them: the vocabulary rule of STYLE.md as data. */
export const markers: readonly Marker[] = [
  { pattern: "tells?|told|telling", use: "notify, report, return, receive; distinguish" },
  {
    pattern:
      "(?:send|sends|sent|sending|get|gets|got|no|needs?|waits? for|waiting for|without|gives?|gave) (?:no )?word(?! of mouth)",
    use: "signal, notification",
  },
  {
    pattern: "(?<!in other |whole )words?",
    use: "value, term, text, prompt",
    unless:
      "words? (?:boundar|limit|count)|languages?|letters?|sentences?|phrases?|spoken|speech|audio|transcri\\w+",
    except: languageAndScenes,
  },
  {
    pattern: "nobody|somebody|anybody|everybody|whoever|whomever",
    use: "the caller, an operator, another organization: name it",
  },
  { pattern: "theirs|ours|of yours", use: "the platform's, the engine's: name the owner" },
  { pattern: "of (?:its|their|his|her|our|your) own", use: "its own X, a separate X" },
  { pattern: "anew", use: "again" },
  { pattern: "for ever", use: "indefinitely" },
  { pattern: "beside", use: "in addition to, next to" },
  { pattern: "meanwhile", use: "concurrently, in the meantime" },
  { pattern: "letter by letter", use: "exactly" },
  {
    pattern:
      "(?:stands?|stood) (?:once|only|above|against|there|in(?= )(?! (?:for|line|the way|each)))",
    use: "is defined in, is stored in, is contained in",
    except: /(?:^|\/)studio\//,
  },
  { pattern: "(?:go|goes|went|going) with", use: "is sent with, uses" },
  { pattern: "(?:come|comes|came|become|becomes|became) of", use: "result of, outcome of" },
  {
    pattern: "(?:is|are|was|were|be|been|being|goes|went) away(?! from)",
    use: "unavailable, disconnected",
  },
  {
    pattern:
      "(?:is|are|was|were|be|been)(?: not| still| already| yet)? there(?! (?:a|an|any|no|is|are|was)\\b)",
    use: "exists, is available, is present",
  },
  { pattern: "(?:is|are|was|were|be|been|killed and) back", use: "recovered, available again" },
  { pattern: "(?:ask|asks|asked|asking) back", use: "request clarification" },
  { pattern: "own keys?", use: "organization-provided key, BYOK" },
  { pattern: "our keys?", use: "platform key" },
  { pattern: "loyal(?:ty)?", use: "attempts before failover" },
  { pattern: "wish(?:es|ed)?", use: "requested value" },
  { pattern: "cures?|cured", use: "remediation" },
  { pattern: "pictures?|pictured", use: "image" },
  {
    pattern: "(?<!to )address(?:es)?",
    use: "URL, endpoint, email address, IP address",
    unless:
      "(?:IP|IPv4|IPv6|email|network|MAC|private|loopback|link-local|multicast|bind|memory) address(?:es)?|address (?:family|range|space|block)s?",
  },
  {
    pattern: "answers?|answered|answering",
    use: "response, respond",
    unless: "questions?|clarif\\w+|language models?|LLMs?",
    except: /intent/,
  },
  {
    pattern:
      "(?:a|the|each|every|one|first|second|third|next|last|another|this|that|no|per|its|failed|single|further|new) try(?! to| again)|(?:the|of|many|more|two|three|few|all|its|their|further|both|between|these|those|dozen|several|failed|\\d+) tries|tries (?:count|of|to sign in|are|were|have)",
    use: "attempt, retry",
  },
  {
    pattern: "(?<!the )rests(?! on)|all rest|rested|resting|awake",
    use: "cool-down, available",
    except: /(?:^|\/)studio\//,
  },
  { pattern: "(?:e-)?mail(?:s|ed)?(?! (?:server|client|relay)s?\\b)", use: "email" },
  { pattern: "(?:whose|its|their|one's|else's) turn|newcomers?", use: "fair queue, reserved slot" },
  {
    pattern: "in line(?! with)|leaves? the line|of the line",
    use: "queue",
    except: /(?:^|\/)studio\//,
  },
  { pattern: "time-outs?", use: "timeout" },
];

/**
 * Relative clauses in place of a noun or a verb. "When x, y" and "Where there is x, y" are sentences,
 * "How to x", "Which?" and "Which: …" are usual.
 */
export const opening =
  /^[\s*_(]*(?:(?:what|whatever|who|whom|whose|whoever|whether|which|where|how)\b(?!\s+(?:to|there)\b|:)|(?:when|as)\b(?![^.;:]*,))(?![^.]*\?)/i;
