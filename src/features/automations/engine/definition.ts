// The definition of an automation: trigger, filters, steps, goal, exits. Stored as a version, and executed by the step function.
import { z } from '#lib/schema.ts'

export const formatVersion = 1

const EventType = z.string().regex(/^[a-z_]+\.[a-z_]+$/)
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'שעה, למשל 09:00')
const StepId = z.string().regex(/^[a-z0-9]{4,12}$/)
const FieldKey = z.string().regex(/^(lifecycle|source|custom\.[a-z][a-z0-9_]{0,39})$/)
const DateKey = z.string().regex(/^(birth_date|custom\.[a-z][a-z0-9_]{0,39})$/)
const Value = z.union([z.string().max(2000), z.number(), z.boolean()])

/** An event type and the required values of its payload. */
export const EventMatch = z.strictObject({
  event: EventType,
  match: z.record(z.string().regex(/^[a-z_]+$/), Value).default({}),
})
export type EventMatch = z.infer<typeof EventMatch>

export const Trigger = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('event'), ...EventMatch.shape }),
  z.strictObject({
    type: z.literal('date'),
    key: DateKey,
    offsetDays: z.int().min(-365).max(365),
    at: Clock,
    yearly: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('list'),
    name: z.string().max(60),
    /** A copy of the saved view's conditions. */
    groups: z.array(z.array(z.record(z.string(), z.unknown())).max(20)).max(10),
  }),
  z.strictObject({ type: z.literal('manual') }),
])
export type Trigger = z.infer<typeof Trigger>

export const Condition = z.discriminatedUnion('about', [
  z.strictObject({ about: z.literal('tag'), tagId: z.uuid(), is: z.boolean() }),
  z.strictObject({
    about: z.literal('field'),
    key: FieldKey,
    op: z.enum(['is', 'is_not', 'has', 'has_not', 'above', 'below']),
    value: Value.optional(),
  }),
  z.strictObject({ about: z.literal('stage'), stageId: z.uuid(), is: z.boolean() }),
  /** Consent to marketing by mail. */
  z.strictObject({ about: z.literal('consent'), is: z.boolean() }),
  /** Whether the event happened since the run began. */
  z.strictObject({ about: z.literal('happened'), event: EventType, is: z.boolean() }),
])
export type Condition = z.infer<typeof Condition>

const Conditions = z.array(Condition).max(20)
const id = { id: StepId }

const actions = [
  z.strictObject({
    ...id,
    kind: z.literal('message'),
    templateId: z.uuid(),
    /** If the condition does not hold, the message is skipped and the run continues. */
    only: Conditions.default([]),
  }),
  z.strictObject({
    ...id,
    kind: z.literal('task'),
    name: z.string().trim().min(1).max(200),
    type: z.enum(['todo', 'call', 'email', 'whatsapp', 'meeting']),
    priority: z.enum(['low', 'medium', 'high']),
    dueMinutes: z
      .int()
      .min(0)
      .max(60 * 24 * 365),
    /** Null assigns the owner of the contact. */
    userId: z.uuid().nullable(),
  }),
  z.strictObject({ ...id, kind: z.literal('tag'), change: z.enum(['add', 'remove']), tagId: z.uuid() }),
  z.strictObject({ ...id, kind: z.literal('field'), key: FieldKey, value: Value.nullable() }),
  z.strictObject({ ...id, kind: z.literal('stage'), pipelineId: z.uuid(), stageId: z.uuid() }),
  z.strictObject({ ...id, kind: z.literal('assign'), userId: z.uuid() }),
  z.strictObject({
    ...id,
    kind: z.literal('notice'),
    title: z.string().trim().min(1).max(200),
    severity: z.enum(['low', 'medium', 'high']),
    userId: z.uuid().nullable(),
  }),
  z.strictObject({ ...id, kind: z.literal('webhook'), url: z.url({ protocol: /^https$/ }).max(500) }),
  z.strictObject({ ...id, kind: z.literal('enrol'), automationId: z.uuid() }),
  z.strictObject({ ...id, kind: z.literal('unenrol'), automationId: z.uuid() }),
] as const

const waits = [
  z.strictObject({
    ...id,
    kind: z.literal('wait'),
    minutes: z
      .int()
      .min(0)
      .max(60 * 24 * 365),
    /** The next such time of day in Israel after the duration. */
    at: Clock.optional(),
    /** The next working hour after the duration and time of day. */
    workingHours: z.boolean().default(false),
  }),
  z.strictObject({
    ...id,
    kind: z.literal('until'),
    key: DateKey,
    offsetDays: z.int().min(-365).max(365),
    at: Clock,
  }),
] as const

const Exit = z.strictObject({ ...id, kind: z.literal('exit') })
const Goal = z.strictObject({
  ...id,
  kind: z.literal('goal'),
  ...EventMatch.shape,
  /** What to do when the run reaches the goal and the event has not happened. */
  otherwise: z.enum(['continue', 'exit']),
})

const simple = [...actions, ...waits, Exit, Goal] as const
type Simple = z.infer<(typeof simple)[number]>

export type Branch = {
  id: string
  kind: 'branch'
  conditions: Condition[]
  then: Step[]
  else: Step[]
}
export type Await = EventMatch & {
  id: string
  kind: 'await'
  timeoutMinutes: number
  then: Step[]
  else: Step[]
}
export type Step = Simple | Branch | Await
export type StepKind = Step['kind']

export const Step: z.ZodType<Step> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    ...simple,
    z.strictObject({ ...id, kind: z.literal('branch'), conditions: Conditions, then: Steps, else: Steps }),
    z.strictObject({
      ...id,
      kind: z.literal('await'),
      ...EventMatch.shape,
      timeoutMinutes: z
        .int()
        .min(1)
        .max(60 * 24 * 365),
      then: Steps,
      else: Steps,
    }),
  ]),
)
const Steps = z.array(Step).max(60)

/** Exit rules, enabled by default. */
export const exitRules = ['bought', 'booked', 'replied', 'refused', 'do_not_contact'] as const
export type ExitRule = (typeof exitRules)[number]

/** The events that trigger each exit rule. */
export const exitEvents: Record<ExitRule, readonly string[]> = {
  bought: ['payment.received', 'order.paid', 'opportunity.won'],
  booked: ['appointment.confirmed'],
  replied: ['message.received', 'lead.captured'],
  refused: ['consent.withdrawn', 'message.complained'],
  // The condition is read from the contact, because the event names only the changed column.
  do_not_contact: ['contact.updated'],
}

export const Definition = z.strictObject({
  format: z.literal(formatVersion).default(formatVersion),
  trigger: Trigger,
  filters: Conditions,
  steps: Steps,
  reentry: z.enum(['never', 'after_exit', 'always']),
  exits: z.strictObject(
    Object.fromEntries(exitRules.map((rule) => [rule, z.boolean()])) as Record<ExitRule, z.ZodBoolean>,
  ),
})
export type Definition = z.infer<typeof Definition>

export const allExits: Definition['exits'] = {
  bought: true,
  booked: true,
  replied: true,
  refused: true,
  do_not_contact: true,
}

export const emptyDefinition = (trigger: Trigger = { type: 'manual' }): Definition => ({
  format: formatVersion,
  trigger,
  filters: [],
  steps: [],
  reentry: 'never',
  exits: allExits,
})
