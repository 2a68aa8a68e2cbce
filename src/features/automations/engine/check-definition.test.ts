import { expect, test } from 'vitest'
import { checkDefinition, type CheckContext } from './check-definition.ts'
import { allExits, type Definition, emptyDefinition, type Step } from './definition.ts'
import { listenedEvents } from './listened-events.ts'
import { touchedEntities } from './touched-entities.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [me, tagId, stageId, pipelineId, templateId, userId] = [1, 2, 3, 4, 5, 6].map(uuid) as [
  string,
  string,
  string,
  string,
  string,
  string,
]

const world: CheckContext = {
  events: ['contact.tagged', 'form.submitted', 'lead.captured', 'task.done', 'webinar.missed'],
  contexts: new Map([['lead.captured', 'appointment']]),
  tags: [tagId],
  stages: [
    { id: stageId, pipelineId, kind: 'open' },
    { id: uuid(33), pipelineId, kind: 'won' },
  ],
  fields: ['lifecycle', 'source', 'custom.city'],
  users: [userId],
  templates: [{ id: templateId, purpose: 'marketing', channel: 'email', context: null, isPublished: true }],
  automations: [{ id: uuid(8), isEnabled: true }],
  webinars: [uuid(9)],
  forms: [uuid(11)],
  isSenderVerified: true,
}
const addTag: Step = { id: 'tag1', kind: 'tag', change: 'add', tagId }
const mail: Step = { id: 'mail', kind: 'message', templateId, only: [] }
const withSteps = (steps: Step[], rest: Partial<Definition> = {}): Definition => ({
  ...emptyDefinition(),
  steps,
  ...rest,
})
const codes = (definition: Definition, other: Partial<CheckContext> = {}) =>
  checkDefinition(definition, me, { ...world, ...other }).map(({ code, stepId, isError }) =>
    [code, stepId ?? '', isError].join(' ').replace('  ', ' '),
  )

test('a valid automation has no issues', () => {
  expect(codes(withSteps([addTag, mail], { filters: [{ about: 'consent', is: true }] }))).toEqual([])
})

test('an automation without steps is reported', () => {
  expect(codes(withSteps([]))).toEqual(['no_steps true'])
})

const noExits = { bought: false, booked: false, replied: false, refused: false, do_not_contact: false }

test('missing exit rules are an error with advertising, and a warning without', () => {
  expect(codes(withSteps([addTag], { exits: noExits }))).toEqual(['no_exit false'])
  expect(codes(withSteps([mail], { exits: noExits, filters: [{ about: 'consent', is: true }] }))).toEqual([
    'no_exit true',
    'no_refusal_exit true',
  ])
})

test('advertising without a consent condition is a warning', () => {
  expect(codes(withSteps([mail]))).toEqual(['no_consent false'])
})

test('mail without a configured sender is an error', () => {
  expect(codes(withSteps([mail], { filters: [{ about: 'consent', is: true }] }), { isSenderVerified: false })).toEqual([
    'unverified_sender true',
  ])
})

test.each<[string, Step | Partial<Definition>]>([
  ['unknown_tag', { id: 'step1', kind: 'tag', change: 'add', tagId: uuid(99) }],
  ['unknown_field', { id: 'step1', kind: 'field', key: 'custom.gone', value: 'x' }],
  ['unknown_stage', { id: 'step1', kind: 'stage', pipelineId, stageId: uuid(99) }],
  ['stage_is_closing', { id: 'step1', kind: 'stage', pipelineId, stageId: uuid(33) }],
  ['unknown_template', { id: 'step1', kind: 'message', templateId: uuid(99), only: [] }],
  ['unknown_user', { id: 'step1', kind: 'assign', userId: uuid(99) }],
  ['unknown_automation', { id: 'step1', kind: 'enrol', automationId: uuid(99) }],
  ['unknown_event', { id: 'step1', kind: 'await', event: 'no.such', match: {}, timeoutMinutes: 1, then: [], else: [] }],
  ['empty_branch', { id: 'step1', kind: 'branch', conditions: [], then: [], else: [] }],
  ['triggers_itself', { id: 'step1', kind: 'enrol', automationId: me }],
])('%s is reported at its step', (code, step) => {
  expect(codes(withSteps([step as Step]))).toEqual([`${code} step1 true`])
})

test('a template without a published version is an error', () => {
  const unpublished = world.templates.map((one) => ({ ...one, purpose: 'service', isPublished: false }))
  expect(codes(withSteps([mail]), { templates: unpublished })).toEqual(['unpublished_template mail true'])
})

test('a template about an entity requires a trigger with that entity', () => {
  const ofMeeting = world.templates.map((one) => ({ ...one, purpose: 'service', context: 'appointment' }))
  const from = (event: string) => withSteps([mail], { trigger: { type: 'event', event, match: {} } })
  expect(codes(from('task.done'), { templates: ofMeeting })).toEqual(['other_context mail true'])
  expect(codes(withSteps([mail]), { templates: ofMeeting })).toEqual(['other_context mail true'])
  expect(codes(from('lead.captured'), { templates: ofMeeting })).toEqual([])
})

test('steps after an exit, or after a branch whose sides both exit, are unreachable', () => {
  const exit = (id: string): Step => ({ id, kind: 'exit' })
  expect(codes(withSteps([exit('exit'), addTag]))).toEqual(['unreachable tag1 true'])
  const branch: Step = {
    id: 'branch',
    kind: 'branch',
    conditions: [{ about: 'consent', is: true }],
    then: [exit('exi1')],
    else: [exit('exi2')],
  }
  expect(codes(withSteps([branch, addTag]))).toEqual(['unreachable tag1 true'])
  expect(codes(withSteps([{ ...branch, else: [] }, addTag]))).toEqual([])
})

test('contradicting conditions are reported', () => {
  expect(
    codes(
      withSteps([addTag], {
        filters: [
          { about: 'tag', tagId, is: true },
          { about: 'tag', tagId, is: false },
        ],
      }),
    ),
  ).toEqual(['never_true true'])
})

test('a step that causes its own trigger is reported, unless contacts can enter only once', () => {
  const trigger = { type: 'event', event: 'contact.tagged', match: { tag_id: tagId, change: 'added' } } as const
  expect(codes(withSteps([addTag], { trigger, reentry: 'after_exit' }))).toEqual(['triggers_itself tag1 true'])
  expect(codes(withSteps([addTag], { trigger }))).toEqual([])
  expect(codes(withSteps([{ ...addTag, change: 'remove' }], { trigger, reentry: 'after_exit' }))).toEqual([])
})

test('a goal inside a branch is reported', () => {
  const goal: Step = { id: 'goal', kind: 'goal', event: 'task.done', match: {}, otherwise: 'continue' }
  const branch: Step = {
    id: 'branch',
    kind: 'branch',
    conditions: [{ about: 'consent', is: true }],
    then: [goal],
    else: [],
  }
  expect(codes(withSteps([branch]))).toEqual(['goal_in_branch goal true'])
})

test('a version listens to the events of its waits and of its enabled exit rules', () => {
  const definition = withSteps(
    [{ id: 'await', kind: 'await', event: 'task.done', match: {}, timeoutMinutes: 1, then: [], else: [] }],
    { exits: { ...noExits, refused: true } },
  )
  expect(listenedEvents(definition)).toEqual([
    'automation.left',
    'consent.withdrawn',
    'message.complained',
    'task.done',
  ])
})

test('the fields, stages, tags and templates that an automation touches are listed as keys', () => {
  const definition = withSteps([addTag, mail, { id: 'step1', kind: 'field', key: 'custom.city', value: 'x' }], {
    filters: [{ about: 'stage', stageId, is: true }],
    exits: allExits,
  })
  expect(touchedEntities(definition)).toEqual([
    `field:custom.city`,
    `stage:${stageId}`,
    `tag:${tagId}`,
    `template:${templateId}`,
  ])
})

test('a trigger of one webinar is listed by webinar id, and is reported as unknown_webinar once it is deleted', () => {
  const missed = (webinar: string) =>
    withSteps([addTag], { trigger: { type: 'event', event: 'webinar.missed', match: { webinar_id: webinar } } })
  expect(touchedEntities(missed(uuid(9)))).toContain(`webinar:${uuid(9)}`)
  expect(codes(missed(uuid(9)))).toEqual([])
  expect(codes(missed(uuid(10)))).toEqual(['unknown_webinar true'])
})

test('a trigger of one form is listed by form id, and is reported as unknown_form once it is deleted', () => {
  const submitted = (form: string) =>
    withSteps([addTag], { trigger: { type: 'event', event: 'form.submitted', match: { form_id: form } } })
  expect(touchedEntities(submitted(uuid(11)))).toContain(`form:${uuid(11)}`)
  expect(codes(submitted(uuid(11)))).toEqual([])
  expect(codes(submitted(uuid(12)))).toEqual(['unknown_form true'])
})
