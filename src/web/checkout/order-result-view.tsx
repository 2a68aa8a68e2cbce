import '#features/orders/checkout/checkout.css'
import type { Backend } from '#client/backend.ts'
import { readOpenedOrder } from '#features/orders/order-pages.data.ts'
import type { OpenedOrder } from '#features/orders/opened-order.ts'
import { resultText } from '#features/orders/result/result-texts.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Island as IslandFrame } from '#ui/island.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { FlowTop } from '../booking/flow-top.tsx'
import { Island, type StatusProps } from './order-status.island.tsx'

export type LoadedResult = { found: OpenedOrder | undefined }
export type ResultPageProps = PageProps & LoadedResult

export const loadResult = async (backend: Backend, { query }: PageRequest): Promise<LoadedResult> => ({
  found: await readOpenedOrder(backend, query['ref']),
})

/** Not indexed: the URL contains a private token. */
export function resultHead({ found, request }: ResultPageProps, cold: string): Head {
  const title = found ? resultText(found, { why: request.query['why'], isSlow: false }).title : cold
  return { title, description: title, robots: 'noindex', image: null }
}

/** The state of the order with token `ref`; without one, a neutral text for every visitor. */
export function ResultView({ facts, request, found, cold }: ResultPageProps & { cold: string }) {
  const { ref: order = '', why } = request.query
  const props: StatusProps | undefined = found && {
    found,
    order,
    why,
    business: { phone: facts.business.phone },
    path: `${request.path}?${new URLSearchParams({ ref: order, ...(why && { why }) }).toString()}`,
    backendKey: facts.backendKey,
    pixelId: facts.pixelId,
  }
  return (
    <>
      <FlowTop business={facts.business} />
      <div className="flow-page">
        {props ? (
          <IslandFrame name="order-status" props={props} wakes>
            <Island {...props} />
          </IslandFrame>
        ) : (
          <section className="result">
            <h1 className="display d2">{cold}</h1>
            <p>העמוד הזה מציג את מצב התשלום של הזמנה, לפי הקישור שלה. אפשר לפנות אלינו בכל שאלה, עם מספר ההזמנה.</p>
            <div className="result__acts">
              <ButtonLink look="primary" size="lg" href="/">
                לדף הבית
              </ButtonLink>
              <ButtonLink size="lg" href="/contact">
                פנייה לתמיכה
              </ButtonLink>
            </div>
          </section>
        )}
      </div>
    </>
  )
}
