// Validation and publication of automations.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { CheckAutomation, CheckedAutomation, PublishAutomation, PublishedAutomation, refusals } from './automations.ts'
import { triggerTypes } from './engine/admission.ts'
import { checkDefinition } from './engine/check-definition.ts'
import { Definition } from './engine/definition.ts'
import { eachStep } from './engine/flow.ts'
import { listenedEvents } from './engine/listened-events.ts'
import { touchedEntities } from './engine/touched-entities.ts'
import { readCheckContext, type CheckContextOptions } from './running/read-check-context.server.ts'

const managesAutomations = async (db: Db) =>
  (await db.one<{ may: boolean }>(`select has_role('owner', 'admin') as may`)).may

export const checkAutomation = (options: CheckContextOptions) =>
  defineFunction({
    name: 'check-automation',
    caller: managesAutomations,
    as: 'service', // reads all staff, templates and stages
    refusals,
    input: CheckAutomation,
    output: CheckedAutomation,
    run: async ({ input: { id, definition }, db }) => ({
      issues: checkDefinition(definition, id, await readCheckContext(db, options)),
    }),
  })

/** Publishes the saved draft as a new version, and enables an automation that was a draft. */
export const publishAutomation = (options: CheckContextOptions) =>
  defineFunction({
    name: 'publish-automation',
    caller: managesAutomations,
    as: 'service', // writes versions and runs, which no user may write
    refusals,
    input: PublishAutomation,
    output: PublishedAutomation,
    async run({ input: { id, version: seen, move }, db, caller }) {
      const [automation] = await db.query<{ version: number; definition: unknown; latest: number }>(
        `select a.version, a.definition, coalesce((select max(v.version) from automation_versions v where v.automation_id = a.id), 0) as latest
         from automations a where a.id = $1 for update`,
        [id],
      )
      if (!automation) throw refusal('automation_not_found', 404)
      if (automation.version !== seen) throw refusal('automation_changed', 409)
      const definition = Definition.parse(automation.definition)
      if (checkDefinition(definition, id, await readCheckContext(db, options)).some(({ isError }) => isError))
        throw refusal('automation_invalid', 422)

      const next = automation.latest + 1
      await db.query(
        `insert into automation_versions (automation_id, version, definition, trigger_types, listens, touches, published_by)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          id,
          next,
          JSON.stringify(definition),
          triggerTypes(definition),
          listenedEvents(definition),
          touchedEntities(definition),
          caller.userId ?? null,
        ],
      )
      await db.query(
        `update automations set current_version = $2, status = case when status in ('paused', 'archived') then status else 'enabled' end where id = $1`,
        [id, next],
      )
      if (definition.trigger.type === 'list')
        await db.query('select remember_list($1, $2)', [id, JSON.stringify(definition.trigger.groups)])
      if (move === 'end') await db.query(`select private.end_automation_runs($1, 'ended_by_edit')`, [id])
      const moved = move === 'move' ? await moveRuns(db, id, next, definition) : 0
      const { stayed } = await db.one<{ stayed: number }>(
        `select count(*)::int as stayed from automation_runs
         where automation_id = $1 and version <> $2 and status in ('queued', 'waiting', 'running')`,
        [id, next],
      )
      return { version: next, moved, stayed }
    },
  })

/** Moves the runs whose step still exists. The others stay on their version. */
async function moveRuns(db: Db, id: string, version: number, definition: Definition): Promise<number> {
  const steps = [...eachStep(definition.steps)].map((step) => ({ id: step.id, kind: step.kind }))
  const moved = await db.query(
    `update automation_runs r set version = $2
     from automation_versions v
     where r.automation_id = $1 and r.status in ('queued', 'waiting', 'running') and v.automation_id = r.automation_id and v.version = r.version
       and exists (select from jsonb_to_recordset($3) s (id text, kind text) where s.id = r.current_step
         and v.definition @? format('$.** ? (@.id == %s && @.kind == %s)', to_jsonb(s.id), to_jsonb(s.kind))::jsonpath)
     returning r.id`,
    [id, version, JSON.stringify(steps)],
  )
  return moved.length
}

const refusal = (code: keyof typeof refusals, status: number) => new Refusal(code, status, refusals[code])
