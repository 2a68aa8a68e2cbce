// save-gateway and test-gateway: the owner's API keys of a payment provider. They are encrypted and never returned.
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint, defineFunction } from '#kernel/functions/functions.ts'
import { parseBody } from '#kernel/functions/parse-body.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { dayOf } from '#lib/time/dates.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { GatewayTested, type Gateways, refusals, SaveGateway, TestGateway } from './gateways.ts'
import type { SealedKeys } from './open-gateways.server.ts'

const managers = async (db: Db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin') as may`)).may

export const saveGateway = (seal: Seal) =>
  defineFunction({
    name: 'save-gateway',
    caller: managers,
    as: 'service', // keys are written by this function only
    refusals,
    input: SaveGateway,
    output: z.object({}),
    async run({ input, db, caller }) {
      const { keys, pageUid, cashierUid } = partsOf(input)
      await db.query(
        `update gateway_settings set terminal = $2, page_uid = $3, cashier_uid = $4, has_keys = true, tested_at = null, test_fault = null,
           updated_by = $5 where provider = $1`,
        [input.provider, input.terminal, pageUid, cashierUid, caller.userId],
      )
      await db.query('select gateway_secrets.keep_keys($1, $2)', [input.provider, seal.close(input.provider, keys)])
      return {}
    },
  })

function partsOf(input: SaveGateway): { keys: SealedKeys; pageUid: string | null; cashierUid: string | null } {
  if (input.provider === 'cardcom')
    return { keys: { apiName: input.apiName, apiPassword: input.apiPassword }, pageUid: null, cashierUid: null }
  const { apiKey, secretKey, pageUid, cashierUid = null } = input
  return { keys: { apiKey, secretKey }, pageUid, cashierUid }
}

/** Requests today's transaction list, which needs every key and changes nothing. */
export const testGateway = (gateways: Pick<Gateways<Db>, 'of'>) =>
  defineEndpoint({
    name: 'test-gateway',
    caller: managers,
    as: 'service',
    methods: ['POST'],
    bodyLimit: 1000,
    refusals,
    perClient: { burst: 20, refillMs: 3_600_000 },
    async fetch(request, { transaction }) {
      const { provider } = await parseBody(request, TestGateway)
      const gateway = await transaction((db) => gateways.of(db, provider, false))
      if (!gateway) throw new Refusal('gateway_without_keys', 409, refusals.gateway_without_keys)
      const answer = await gateway.listDay(dayOf(new Date()))
      const fault = answer.ok ? null : answer.fault
      await transaction((db) =>
        db.query('update gateway_settings set tested_at = now(), test_fault = $2 where provider = $1', [
          provider,
          fault,
        ]),
      )
      return Response.json(GatewayTested.parse({ fault }))
    },
  })
