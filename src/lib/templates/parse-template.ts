// Parser of the template language: fields with fallbacks and formats, grammatical forms, conditions. It has no loops and runs no code.

export type Condition = { name: string; value: string | undefined; isNegated: boolean }

export type TemplateNode =
  | { kind: 'text'; text: string }
  | { kind: 'field'; name: string; format: DateFormat | undefined; fallback: string | undefined }
  | { kind: 'forms'; m: string; f: string; plural: string }
  | { kind: 'choice'; condition: Condition; met: TemplateNode[]; otherwise: TemplateNode[] }

export const dateFormats = ['יום', 'תאריך', 'תאריך מלא', 'שעה', 'יום ושעה'] as const
export type DateFormat = (typeof dateFormats)[number]

export type SyntaxErrorCode =
  | 'braces_unbalanced'
  | 'field_unreadable'
  | 'fallback_empty'
  | 'fallback_too_long'
  | 'format_unknown'
  | 'forms_not_three'
  | 'condition_unreadable'
  | 'else_without_condition'
  | 'end_without_condition'
  | 'condition_without_end'
  | 'conditions_too_deep'
  | 'template_too_long'
  | 'too_many_fields'

/** `at` is the index of the token in the text. */
export type Fault<Code extends string = SyntaxErrorCode> = { code: Code; at: number; token: string }

/** `fields` are the names used by fields and conditions, each with its position. */
export type ParsedTemplate = {
  nodes: TemplateNode[]
  fields: { name: string; at: number; token: string; format: DateFormat | undefined; isCondition: boolean }[]
  errors: Fault[]
}

export const maxTemplateLength = 20_000
const maxTokens = 200
const maxDepth = 3
const maxFallbackLength = 80

const name = /^[A-Za-zא-ת][A-Za-zא-ת0-9_]{0,59}(\.[A-Za-zא-ת0-9_]{1,59})?$/
const reserved = ['אם', 'אחרת', 'סוף', 'מין']

/** Normalizes a name for comparison: spaces and underscores are equal. */
export const fieldName = (typed: string) => trimBlanks(typed).replaceAll(/[ \t]+/g, '_')

/** Trims only spaces and tabs, like the validation in the database. */
const trimBlanks = (text: string) => text.replaceAll(/^[ \t]+|[ \t]+$/g, '')

export function parseTemplate(text: string): ParsedTemplate {
  if (text.length > maxTemplateLength)
    return { nodes: [], fields: [], errors: [{ code: 'template_too_long', at: 0, token: '' }] }
  const parsed: ParsedTemplate = { nodes: [], fields: [], errors: [] }
  const open: { node: TemplateNode & { kind: 'choice' }; at: number; token: string; hasElse: boolean }[] = []
  const here = () => {
    const inner = open.at(-1)
    return inner ? (inner.hasElse ? inner.node.otherwise : inner.node.met) : parsed.nodes
  }
  const addError = (code: SyntaxErrorCode, at: number, token: string) => parsed.errors.push({ code, at, token })
  const literal = (part: string, at: number) => {
    const stray = part.search(/\{\{|\}\}/)
    if (stray >= 0) addError('braces_unbalanced', at + stray, part.slice(stray, stray + 20))
    if (part) here().push({ kind: 'text', text: part })
  }

  let end = 0
  let tokens = 0
  for (const { 0: token, 1: inside = '', index: at } of text.matchAll(/\{\{([^{}\n]*)\}\}/g)) {
    literal(text.slice(end, at), end)
    end = at + token.length
    tokens += 1
    const word = trimBlanks(inside)
    if (word === 'סוף') {
      if (!open.pop()) addError('end_without_condition', at, token)
    } else if (word === 'אחרת') {
      const inner = open.at(-1)
      if (!inner || inner.hasElse) addError('else_without_condition', at, token)
      else inner.hasElse = true
    } else if (/^אם[ \t]/.test(word)) {
      const condition = parseCondition(word.slice(2))
      if (!condition) addError('condition_unreadable', at, token)
      else parsed.fields.push({ name: condition.name, at, token, format: undefined, isCondition: true })
      if (open.length >= maxDepth) addError('conditions_too_deep', at, token)
      const node: TemplateNode & { kind: 'choice' } = {
        kind: 'choice',
        condition: condition ?? { name: '', value: undefined, isNegated: false },
        met: [],
        otherwise: [],
      }
      here().push(node)
      open.push({ node, at, token, hasElse: false })
    } else {
      const read = parseField(word)
      if (typeof read === 'string') addError(read, at, token)
      else here().push(read)
      if (typeof read !== 'string' && read.kind === 'field')
        parsed.fields.push({ name: read.name, at, token, format: read.format, isCondition: false })
    }
  }
  literal(text.slice(end), end)
  for (const { at, token } of open) addError('condition_without_end', at, token)
  if (tokens > maxTokens) addError('too_many_fields', 0, '')
  return parsed
}

/** `שדה`, `שדה=ערך`, each optionally after `לא`. */
export function parseCondition(text: string): Condition | undefined {
  const [, not, typed = '', value] = /^[ \t]*(לא[ \t]+)?([^=]+?)[ \t]*(?:=[ \t]*([^=]*?)[ \t]*)?$/.exec(text) ?? []
  const named = fieldName(typed)
  if (!isName(named) || value === '' || lengthOf(value ?? '') > maxFallbackLength) return undefined
  return { name: named, value, isNegated: not !== undefined }
}

function parseField(word: string): TemplateNode | SyntaxErrorCode {
  const [before = '', ...alternatives] = word.split('|')
  const [typed = '', ...rest] = before.split(':')
  const format = rest.length > 0 ? trimBlanks(rest.join(':')) : undefined
  if (trimBlanks(typed) === 'מין') {
    const [m, f, plural] = [format ?? '', ...alternatives].map(trimBlanks)
    return m && f && plural && alternatives.length === 2 ? { kind: 'forms', m, f, plural } : 'forms_not_three'
  }
  const named = fieldName(typed)
  if (!isName(named) || alternatives.length > 1) return 'field_unreadable'
  if (format !== undefined && !isDateFormat(format)) return 'format_unknown'
  const fallback = alternatives[0] === undefined ? undefined : trimBlanks(alternatives[0])
  if (fallback === '') return 'fallback_empty'
  if (fallback !== undefined && lengthOf(fallback) > maxFallbackLength) return 'fallback_too_long'
  return { kind: 'field', name: named, format, fallback }
}

/** The length in code points, like char_length in the database. */
const lengthOf = (text: string) => Array.from(text).length

const isName = (text: string) => name.test(text) && !reserved.includes(text)
const isDateFormat = (text: string): text is DateFormat => dateFormats.some((format) => format === text)
