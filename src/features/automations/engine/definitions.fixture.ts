// Random definitions for property tests.
import fc from 'fast-check'
import { allExits, type Condition, type Definition, type EventMatch, type Step } from './definition.ts'
import { eachStep } from './flow.ts'

export type Ids = { tags: string[]; pipelineId: string; stages: string[]; users: string[]; templates: string[] }

/** Events that the histories of property tests contain. */
const events = (ids: Ids): fc.Arbitrary<EventMatch> =>
  fc.oneof(
    fc.record({
      event: fc.constant('contact.tagged'),
      match: fc.oneof(
        fc.constant({}),
        fc.record({ tag_id: fc.constantFrom(...ids.tags), change: fc.constantFrom('added', 'removed') }),
      ),
    }),
    fc.record({
      event: fc.constant('opportunity.stage_changed'),
      match: fc.oneof(fc.constant({}), fc.record({ stage_id: fc.constantFrom(...ids.stages) })),
    }),
    fc.constantFrom<EventMatch>(
      { event: 'contact.created', match: {} },
      { event: 'opportunity.created', match: {} },
      { event: 'consent.granted', match: {} },
      { event: 'contact.updated', match: { fields: 'lifecycle' } },
      { event: 'contact.updated', match: { lifecycle: 'client' } },
    ),
  )

const condition = (ids: Ids): fc.Arbitrary<Condition> =>
  fc.oneof(
    fc.record({ about: fc.constant('tag' as const), tagId: fc.constantFrom(...ids.tags), is: fc.boolean() }),
    fc.record({ about: fc.constant('stage' as const), stageId: fc.constantFrom(...ids.stages), is: fc.boolean() }),
    fc.record({ about: fc.constant('consent' as const), is: fc.boolean() }),
    fc.record({
      about: fc.constant('happened' as const),
      event: fc.constantFrom('contact.tagged', 'consent.granted'),
      is: fc.boolean(),
    }),
    fc.record({
      about: fc.constant('field' as const),
      key: fc.constant('lifecycle'),
      op: fc.constantFrom('is' as const, 'is_not' as const),
      value: fc.constantFrom('lead', 'client'),
    }),
  )

const minutes = fc.constantFrom(1, 60, 24 * 60, 3 * 24 * 60)
const clock = fc.constantFrom('08:30', '17:00')
const id = { id: fc.constant('none') }

const action = (ids: Ids): fc.Arbitrary<Step> =>
  fc.oneof(
    fc.record({
      ...id,
      kind: fc.constant('tag' as const),
      change: fc.constantFrom('add' as const, 'remove' as const),
      tagId: fc.constantFrom(...ids.tags),
    }),
    fc.record({
      ...id,
      kind: fc.constant('field' as const),
      key: fc.constant('lifecycle'),
      value: fc.constantFrom('lead', 'qualified', 'client'),
    }),
    fc.record({
      ...id,
      kind: fc.constant('stage' as const),
      pipelineId: fc.constant(ids.pipelineId),
      stageId: fc.constantFrom(...ids.stages),
    }),
    fc.record({ ...id, kind: fc.constant('assign' as const), userId: fc.constantFrom(...ids.users) }),
    fc.record({
      ...id,
      kind: fc.constant('task' as const),
      name: fc.constant('להתקשר'),
      type: fc.constant('call' as const),
      priority: fc.constant('medium' as const),
      dueMinutes: minutes,
      userId: fc.constant(null),
    }),
    ...(ids.templates.length > 0
      ? [
          fc.record({
            ...id,
            kind: fc.constant('message' as const),
            templateId: fc.constantFrom(...ids.templates),
            only: fc.array(condition(ids), { maxLength: 1 }),
          }),
        ]
      : []),
    fc.record({
      ...id,
      kind: fc.constant('wait' as const),
      minutes,
      at: clock,
      workingHours: fc.boolean(),
    }),
    fc.record({ ...id, kind: fc.constant('wait' as const), minutes, workingHours: fc.boolean() }),
    fc.record({ ...id, kind: fc.constant('exit' as const) }),
  )

const steps = (ids: Ids): fc.Arbitrary<Step[]> =>
  fc.letrec<{ list: Step[]; step: Step }>((tie) => ({
    step: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      action(ids),
      fc.record({
        ...id,
        kind: fc.constant('branch' as const),
        conditions: fc.array(condition(ids), { minLength: 1, maxLength: 2 }),
        then: tie('list'),
        else: tie('list'),
      }),
      events(ids).chain((event) =>
        fc.record({
          ...id,
          kind: fc.constant('await' as const),
          event: fc.constant(event.event),
          match: fc.constant(event.match),
          timeoutMinutes: minutes,
          then: tie('list'),
          else: tie('list'),
        }),
      ),
    ),
    list: fc.array(tie('step'), { maxLength: 4 }),
  })).list

export const anyDefinition = (ids: Ids): fc.Arbitrary<Definition> =>
  fc
    .record({
      // Weighted towards a trigger that every history contains, because properties hold trivially without runs.
      trigger: fc.oneof(
        fc.constantFrom<EventMatch>({ event: 'contact.created', match: {} }, { event: 'contact.tagged', match: {} }),
        events(ids),
      ),
      filters: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Condition[]>([]) },
        { weight: 1, arbitrary: fc.array(condition(ids), { minLength: 1, maxLength: 1 }) },
      ),
      steps: fc.tuple(steps(ids), action(ids), steps(ids)).map(([before, one, after]) => [...before, one, ...after]),
      goal: fc.option(events(ids)),
      reentry: fc.constantFrom('never' as const, 'after_exit' as const, 'always' as const),
      areExitsOn: fc.boolean(),
    })
    .map(({ trigger, filters, steps: list, goal, reentry, areExitsOn }) => {
      const withGoal: Step[] = goal ? [...list, { id: 'none', kind: 'goal', ...goal, otherwise: 'continue' }] : list
      return numbered({
        format: 1,
        trigger: { type: 'event', ...trigger },
        filters,
        steps: withGoal,
        reentry,
        exits: areExitsOn
          ? allExits
          : { bought: false, booked: false, replied: false, refused: false, do_not_contact: false },
      })
    })

/** Assigns a unique id to each step. */
function numbered(definition: Definition): Definition {
  const copy = structuredClone(definition)
  for (const [i, step] of [...eachStep(copy.steps)].entries()) step.id = `s${String(i).padStart(3, '0')}`
  return copy
}
