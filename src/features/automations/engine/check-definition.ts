// Validates a definition before publication. Each issue names the step that causes it.
import { exitRules, type Condition, type Definition, type Step } from './definition.ts'
import { armsOf, eachStep } from './flow.ts'
import { isTrigger } from './admission.ts'
import { eventsOf } from './step-events.ts'

export type Issue = { code: string; stepId?: string; text: string; isError: boolean }

/** The existing entities that a definition may reference. */
export type CheckContext = {
  events: readonly string[]
  /** The context of message templates whose merge fields an event fills. */
  contexts: ReadonlyMap<string, string>
  tags: readonly string[]
  stages: readonly { id: string; pipelineId: string; kind: string }[]
  /** `lifecycle`, `source`, `custom.<key>`. */
  fields: readonly string[]
  users: readonly string[]
  templates: readonly {
    id: string
    purpose: string
    channel: string
    /** The entity type that the template's text is about, besides the contact. */
    context: string | null
    isPublished: boolean
  }[]
  automations: readonly { id: string; isEnabled: boolean }[]
  webinars: readonly string[]
  forms: readonly string[]
  isSenderVerified: boolean
}

export function checkDefinition(definition: Definition, automationId: string, world: CheckContext): Issue[] {
  const issues: Issue[] = []
  const error = (code: string, text: string, stepId?: string) =>
    issues.push({ code, text, isError: true, ...(stepId && { stepId }) })
  const warn = (code: string, text: string, stepId?: string) =>
    issues.push({ code, text, isError: false, ...(stepId && { stepId }) })
  const { trigger, filters, steps, exits } = definition
  const all = [...eachStep(steps)]
  const givenContext = trigger.type === 'event' ? world.contexts.get(trigger.event) : undefined

  if (all.length === 0) error('no_steps', 'אין עדיין צעדים. בלי צעד אחד לפחות לא יקרה דבר.')
  if (new Set(all.map(({ id }) => id)).size < all.length) error('repeated_step', 'שני צעדים נשמרו עם אותו מזהה.')
  if (trigger.type === 'event' && !world.events.includes(trigger.event))
    error('unknown_event', 'האירוע שמתחיל את האוטומציה לא מוכר.')
  if (trigger.type === 'event') checkMatch(trigger.match)
  if (trigger.type === 'list' && trigger.groups.every((group) => group.length === 0))
    error('empty_list', 'לתצוגה שנבחרה אין תנאים, ולכן כל אנשי הקשר ייכנסו. יש לבחור תצוגה עם תנאים.')
  if (trigger.type === 'date' && trigger.key !== 'birth_date') checkField(trigger.key)
  checkConditions(filters)

  for (const step of all) checkStep(step)
  for (const step of unreachableSteps(steps))
    error('unreachable', 'לצעד הזה אי אפשר להגיע: כל הדרכים אליו מסתיימות לפניו.', step.id)
  for (const goal of all)
    if (goal.kind === 'goal' && !steps.includes(goal))
      error('goal_in_branch', 'מטרה יכולה להופיע רק במסלול הראשי, לא בתוך הסתעפות.', goal.id)

  const messages = all.filter((step) => step.kind === 'message')
  const isMarketing = messages.some(({ templateId }) => templateOf(templateId)?.purpose === 'marketing')
  if (exitRules.every((rule) => !exits[rule]))
    (isMarketing ? error : warn)('no_exit', 'כל כללי היציאה כבויים. מי שנכנסים לא יוצאים, גם אם קנו או ביקשו להפסיק.')
  if (isMarketing && (!exits.refused || !exits.do_not_contact))
    error('no_refusal_exit', 'נשלחות כאן הודעות שיווקיות, ולכן סירוב ו״לא ליצור קשר״ צריכים להפסיק אותן.')
  if (isMarketing && !filters.some((one) => one.about === 'consent' && one.is))
    warn('no_consent', 'אין תנאי של הסכמה. מי שלא הסכימו לדיוור ייכנסו, והודעות שיווקיות לא יישלחו אליהם.')
  if (!world.isSenderVerified && messages.some(({ templateId }) => templateOf(templateId)?.channel === 'email'))
    error('unverified_sender', 'שליחת הדוא״ל לא מוגדרת או שהבדיקה האחרונה נכשלה. ראו הגדרות › דוא״ל.')
  const loop = selfTrigger(definition, automationId, all)
  if (loop) error('triggers_itself', 'הצעד הזה גורם לאירוע שמתחיל את האוטומציה הזאת עצמה.', loop.id)
  return issues

  function templateOf(id: string) {
    return world.templates.find((template) => template.id === id)
  }

  function checkField(key: string, stepId?: string) {
    if (!world.fields.includes(key)) error('unknown_field', 'השדה שנבחר נמחק. יש לבחור שדה אחר.', stepId)
  }

  function checkTag(tagId: unknown, stepId?: string) {
    if (!world.tags.includes(String(tagId))) error('unknown_tag', 'התגית שנבחרה נמחקה. יש לבחור תגית אחרת.', stepId)
  }

  function checkStage(stageId: unknown, stepId?: string) {
    if (!world.stages.some(({ id }) => id === stageId))
      error('unknown_stage', 'השלב שנבחר נמחק. יש לבחור שלב אחר.', stepId)
  }

  function checkMatch(match: Readonly<Record<string, unknown>>, stepId?: string) {
    if (match['tag_id']) checkTag(match['tag_id'], stepId)
    if (match['stage_id']) checkStage(match['stage_id'], stepId)
    const { webinar_id: webinar } = match
    if (webinar && !(typeof webinar === 'string' && world.webinars.includes(webinar)))
      error('unknown_webinar', 'ההדרכה שנבחרה נמחקה. יש לבחור הדרכה אחרת.', stepId)
    const { form_id: form } = match
    if (form && !(typeof form === 'string' && world.forms.includes(form)))
      error('unknown_form', 'הטופס שנבחר נמחק. יש לבחור טופס אחר.', stepId)
  }

  function checkConditions(conditions: readonly Condition[], stepId?: string) {
    for (const one of conditions) {
      if (one.about === 'tag') checkTag(one.tagId, stepId)
      if (one.about === 'stage') checkStage(one.stageId, stepId)
      if (one.about === 'field') checkField(one.key, stepId)
      if (one.about === 'happened' && !world.events.includes(one.event))
        error('unknown_event', 'האירוע שבתנאי לא מוכר.', stepId)
    }
    if (contradicts(conditions)) error('never_true', 'התנאים סותרים זה את זה, ולכן לא יתקיימו אף פעם.', stepId)
  }

  function checkStep(step: Step) {
    const { id } = step
    switch (step.kind) {
      case 'message': {
        const template = templateOf(step.templateId)
        if (!template) error('unknown_template', 'התבנית שנבחרה נמחקה. יש לבחור תבנית אחרת.', id)
        else if (!template.isPublished) error('unpublished_template', 'התבנית שנבחרה עוד לא פורסמה.', id)
        else if (template.context !== null && template.context !== givenContext)
          error(
            'other_context',
            'התבנית שנבחרה כתובה על פרטים שהאירוע שמתחיל כאן לא נותן. יש לבחור אירוע או תבנית אחרת.',
            id,
          )
        return checkConditions(step.only, id)
      }
      case 'tag':
        return checkTag(step.tagId, id)
      case 'field':
        return checkField(step.key, id)
      case 'until':
        return step.key === 'birth_date' ? undefined : checkField(step.key, id)
      case 'stage': {
        const stage = world.stages.find((one) => one.id === step.stageId)
        if (!stage || stage.pipelineId !== step.pipelineId) return checkStage(undefined, id)
        if (stage.kind !== 'open') error('stage_is_closing', 'סגירה של הזדמנות נעשית ביד: היא פותחת צעדי המשך.', id)
        return undefined
      }
      case 'task':
      case 'notice':
      case 'assign':
        if (step.userId && !world.users.includes(step.userId))
          error('unknown_user', 'מי שנבחרו לצעד הזה כבר לא בצוות.', id)
        return undefined
      case 'enrol':
      case 'unenrol':
        if (step.automationId !== automationId && !world.automations.some((one) => one.id === step.automationId))
          error('unknown_automation', 'האוטומציה שנבחרה נמחקה.', id)
        return undefined
      case 'branch':
        if (step.conditions.length === 0) error('empty_branch', 'להסתעפות אין תנאי, ולכן רק צד אחד שלה יקרה.', id)
        return checkConditions(step.conditions, id)
      case 'await':
      case 'goal':
        if (!world.events.includes(step.event)) error('unknown_event', 'האירוע שנבחר לא מוכר.', id)
        return checkMatch(step.match, id)
      case 'wait':
      case 'webhook':
      case 'exit':
        return undefined
    }
  }
}

/** The first step of each list that is unreachable because of an earlier exit. */
function unreachableSteps(steps: readonly Step[]): Step[] {
  const found: Step[] = []
  const walk = (list: readonly Step[]): boolean => {
    let isEnded = false
    for (const step of list) {
      if (isEnded) {
        found.push(step)
        break
      }
      isEnded = ends(step)
    }
    return isEnded
  }
  const ends = (step: Step): boolean => {
    const arms = armsOf(step).map((arm) => walk(arm))
    return step.kind === 'exit' || (arms.length > 0 && arms.every(Boolean))
  }
  walk(steps)
  return found
}

/** Whether one condition requires what another one excludes. */
const contradicts = (conditions: readonly Condition[]) =>
  conditions.some((one, i) =>
    conditions.slice(i + 1).some((other) => {
      if (one.about === 'field' || other.about === 'field')
        return (
          one.about === 'field' &&
          other.about === 'field' &&
          one.key === other.key &&
          one.op === 'is' &&
          other.op === 'is' &&
          one.key === 'lifecycle' &&
          one.value !== other.value
        )
      const { is, ...about } = one
      const { is: otherIs, ...otherAbout } = other
      return is !== otherIs && JSON.stringify(about) === JSON.stringify(otherAbout)
    }),
  )

/** A step whose own event is the trigger, which is harmless while a contact can enter only once. */
function selfTrigger(definition: Definition, automationId: string, all: readonly Step[]): Step | undefined {
  return all.find((step) => {
    if (step.kind === 'enrol' && step.automationId === automationId) return true
    if (definition.reentry === 'never') return false
    return eventsOf(step).some((event) => isTrigger(definition, automationId, event))
  })
}
