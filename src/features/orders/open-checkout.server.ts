// open-checkout: what a checkout needs beside the offer: whether it can be paid here, and the tax of today.
import type { Gateways } from '#features/gateways/gateways.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import type { OpenedCheckout } from './opened-checkout.ts'

export const openCheckout = (gateways: Pick<Gateways<Db>, 'chosen'>) =>
  defineFunction({
    name: 'open-checkout',
    caller: 'anyone',
    as: 'service', // the settings of providers are closed to visitors
    input: z.object({}),
    output: z.custom<OpenedCheckout>(),
    async run({ db }) {
      const opened = await gateways.chosen(db)
      const [rate] = await db.query<{ percent: string }>(
        `select percent from vat_rates where valid_from <= (now() at time zone 'Asia/Jerusalem')::date order by valid_from desc limit 1`,
      )
      return {
        provider: opened?.gateway.provider ?? null,
        isStandIn: opened?.isStandIn ?? false,
        vatPercent: rate ? Number(rate.percent) : null,
      }
    },
  })
