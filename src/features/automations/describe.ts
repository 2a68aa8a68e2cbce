// Describes definitions as text: for the cards of the editor, the diff before publication and the log of a run.
import { count } from '#lib/hebrew/count.ts'
import type { Condition, Definition, EventMatch, Step } from './engine/definition.ts'

/** Names of the entities that a definition references; undefined if deleted. */
export type Names = {
  tag: (id: string) => string | undefined
  stage: (id: string) => string | undefined
  field: (key: string) => string | undefined
  value: (key: string, value: unknown) => string
  user: (id: string) => string | undefined
  template: (id: string) => string | undefined
  automation: (id: string) => string | undefined
  webinar: (id: string) => string | undefined
  form: (id: string) => string | undefined
  event: (type: string) => string
}

const deleted = '(נמחק)'
const quote = (text: string | undefined) => (text === undefined ? deleted : `״${text}״`)

/** Formats a duration: 2 ימים, 3 שעות, 10 דקות. */
export function durationText(minutes: number): string {
  if (minutes > 0 && minutes % 1440 === 0) return count(minutes / 1440, { one: 'יום', two: 'יומיים', other: '# ימים' })
  if (minutes > 0 && minutes % 60 === 0) return count(minutes / 60, { one: 'שעה', two: 'שעתיים', other: '# שעות' })
  return count(minutes, { one: 'דקה', two: 'שתי דקות', other: '# דקות' })
}

export function describeTrigger({ trigger }: Pick<Definition, 'trigger'>, names: Names): string {
  switch (trigger.type) {
    case 'event':
      return describeEvent(trigger, names)
    case 'date':
      return `${dayOffsetText(trigger.offsetDays, trigger.key, names)} בשעה ${trigger.at}${trigger.yearly ? ', בכל שנה' : ''}`
    case 'list':
      return `כניסה לתצוגה ${quote(trigger.name)}`
    case 'manual':
      return 'הוספה ידנית, או מאוטומציה אחרת'
  }
}

export function describeEvent({ event, match }: EventMatch, names: Names): string {
  const details = Object.entries(match).map(([key, value]) => {
    if (key === 'tag_id') return `התגית ${quote(names.tag(String(value)))}`
    if (key === 'stage_id') return `השלב ${quote(names.stage(String(value)))}`
    if (key === 'webinar_id') return `ההדרכה ${quote(names.webinar(String(value)))}`
    if (key === 'form_id') return `הטופס ${quote(names.form(String(value)))}`
    if (key === 'stage') return `שלב ${String(value)}`
    if (key === 'change') return value === 'added' ? 'נוספה' : 'הוסרה'
    if (key === 'bought') return value ? 'רכשו' : 'לא רכשו'
    if (key === 'lifecycle') return names.value('lifecycle', value)
    return String(value)
  })
  return [names.event(event), ...(details.length > 0 ? [details.join(', ')] : [])].join(': ')
}

function dayOffsetText(offsetDays: number, key: string, names: Names): string {
  const field = key === 'birth_date' ? 'יום ההולדת' : `התאריך ${quote(names.field(key))}`
  if (offsetDays === 0) return `ביום של ${field}`
  const days = count(Math.abs(offsetDays), { one: 'יום', two: 'יומיים', other: '# ימים' })
  return offsetDays < 0 ? `${days} לפני ${field}` : `${days} אחרי ${field}`
}

export function describeCondition(condition: Condition, names: Names): string {
  switch (condition.about) {
    case 'tag':
      return `${condition.is ? 'יש' : 'אין'} תגית ${quote(names.tag(condition.tagId))}`
    case 'stage':
      return `${condition.is ? 'יש' : 'אין'} הזדמנות בשלב ${quote(names.stage(condition.stageId))}`
    case 'consent':
      return condition.is ? 'יש הסכמה לדיוור' : 'אין הסכמה לדיוור'
    case 'happened':
      return `מאז הכניסה ${condition.is ? 'קרה' : 'לא קרה'}: ${names.event(condition.event)}`
    case 'field': {
      const field = names.field(condition.key) ?? deleted
      const value = names.value(condition.key, condition.value)
      return {
        is: `${field}: ${value}`,
        is_not: `${field}: לא ${value}`,
        has: `${field}: מולא`,
        has_not: `${field}: ריק`,
        above: `${field}: מעל ${value}`,
        below: `${field}: מתחת ל־${value}`,
      }[condition.op]
    }
  }
}

export const describeConditions = (conditions: readonly Condition[], names: Names) =>
  conditions.map((condition) => describeCondition(condition, names)).join(' וגם ')

export function describeStep(step: Step, names: Names): string {
  switch (step.kind) {
    case 'message':
      return `שליחת הודעה: ${quote(names.template(step.templateId))}${step.only.length > 0 ? `, רק אם ${describeConditions(step.only, names)}` : ''}`
    case 'task':
      return `משימה: ${quote(step.name)}, ${step.dueMinutes === 0 ? 'למועד הזה' : `בתוך ${durationText(step.dueMinutes)}`}, ${step.userId ? `ל${names.user(step.userId) ?? deleted}` : 'לאחראי על איש הקשר'}`
    case 'tag':
      return `${step.change === 'add' ? 'הוספת' : 'הסרת'} התגית ${quote(names.tag(step.tagId))}`
    case 'field':
      return step.value === null
        ? `ריקון השדה ${quote(names.field(step.key))}`
        : `עדכון ${quote(names.field(step.key))} ל${names.value(step.key, step.value)}`
    case 'stage':
      return `העברת ההזדמנות לשלב ${quote(names.stage(step.stageId))}`
    case 'assign':
      return `העברת האחריות אל ${names.user(step.userId) ?? deleted}`
    case 'notice':
      return `התראה לצוות: ${quote(step.title)}`
    case 'webhook':
      return `עדכון מערכת אחרת: ${new URL(step.url).hostname}`
    case 'enrol':
      return `צירוף לאוטומציה ${quote(names.automation(step.automationId))}`
    case 'unenrol':
      return `הוצאה מהאוטומציה ${quote(names.automation(step.automationId))}`
    case 'wait':
      return describeWait(step)
    case 'until':
      return `המתנה עד ${dayOffsetText(step.offsetDays, step.key, names)} בשעה ${step.at}`
    case 'await':
      return `המתנה לאירוע: ${describeEvent(step, names)}, עד ${durationText(step.timeoutMinutes)}`
    case 'branch':
      return `הסתעפות: ${describeConditions(step.conditions, names) || 'בלי תנאי'}`
    case 'goal':
      return `מטרה: ${describeEvent(step, names)}`
    case 'exit':
      return 'יציאה'
  }
}

function describeWait({ minutes, at, workingHours }: Extract<Step, { kind: 'wait' }>): string {
  const texts = [
    minutes > 0 ? `המתנה של ${durationText(minutes)}` : 'המתנה',
    ...(at ? [`עד השעה ${at}`] : []),
    ...(workingHours ? ['בשעות העבודה'] : []),
  ]
  return texts.join(', ')
}

export const reentryLabels: Record<Definition['reentry'], string> = {
  never: 'פעם אחת בלבד',
  after_exit: 'שוב, אחרי שיצאו',
  always: 'כל פעם מחדש, גם באמצע',
}

export const exitRuleLabels: Record<keyof Definition['exits'], string> = {
  bought: 'רכשו',
  booked: 'קבעו פגישה',
  replied: 'ענו או פנו אלינו',
  refused: 'ביקשו לא לקבל דיוור',
  do_not_contact: 'סומנו ״לא ליצור קשר״',
}

/** The whole definition as indented lines. */
export function outline(definition: Definition, names: Names): string {
  const lines = (steps: readonly Step[], depth: number): string[] =>
    steps.flatMap((step) => {
      const own = `${'  '.repeat(depth)}• ${describeStep(step, names)}`
      if (step.kind !== 'branch' && step.kind !== 'await') return [own]
      const [yes, no] = sideLabels(step.kind)
      const side = (label: string, arm: readonly Step[]) =>
        arm.length > 0 ? [`${'  '.repeat(depth + 1)}${label}:`, ...lines(arm, depth + 2)] : []
      return [own, ...side(yes, step.then), ...side(no, step.else)]
    })
  const { filters, exits, reentry } = definition
  const on = Object.entries(exitRuleLabels).flatMap(([rule, label]) => (exits[rule as keyof typeof exits] ? label : []))
  return [
    `כניסה: ${describeTrigger(definition, names)}`,
    ...(filters.length > 0 ? [`רק אם: ${describeConditions(filters, names)}`] : []),
    `כניסה חוזרת: ${reentryLabels[reentry]}`,
    `יציאה אם: ${on.join(', ') || 'אין'}`,
    ...lines(definition.steps, 0),
  ].join('\n')
}

/** Labels of the two branches of a step. */
export const sideLabels = (kind: 'branch' | 'await'): readonly [string, string] =>
  kind === 'branch' ? ['אם כן', 'אם לא'] : ['אם קרה', 'אם לא קרה בזמן']
