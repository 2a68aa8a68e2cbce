import '#features/orders/checkout/checkout.css'
import type { Backend } from '#client/backend.ts'
import { readOpenedOrder } from '#features/orders/order-pages.data.ts'
import type { OpenedOrder } from '#features/orders/opened-order.ts'
import { successPath } from '#features/orders/order-paths.ts'
import { StandInNotice } from '#features/orders/stand-in-notice.tsx'
import { ButtonLink } from '#ui/button.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { FlowTop } from '../booking/flow-top.tsx'

type Props = PageProps & { found: OpenedOrder }

export const quiet = true

export async function load(backend: Backend, { params }: PageRequest): Promise<{ found: OpenedOrder } | undefined> {
  const found = await readOpenedOrder(backend, params['order'])
  return found && { found }
}

const title = 'מעבר לעמוד התשלום המאובטח'

export const head = (): Head => ({ title, description: title, robots: 'noindex', image: null })

/** Redirect page to the provider. The response itself redirects; the link is for browsers that do not follow. */
export const View = ({ facts, request, found }: Props) => (
  <>
    <FlowTop business={facts.business} />
    <div className="flow-page">
      <section className="result">
        {found.isStandIn && <StandInNotice />}
        <h1 className="display d2">{found.pageUrl ? title : 'עמוד התשלום כבר לא פתוח'}</h1>
        {found.pageUrl ? (
          <>
            <p>
              התשלום של ההזמנה <bdi>{found.number}</bdi> נעשה בעמוד של חברת הסליקה. בסיום חוזרים לכאן.
            </p>
            <div className="result__acts">
              <ButtonLink look="primary" size="lg" href={found.pageUrl} rel="noreferrer">
                לעמוד התשלום
              </ButtonLink>
            </div>
          </>
        ) : (
          <div className="result__acts">
            <ButtonLink look="primary" size="lg" href={successPath(request.params['order'] ?? '')}>
              למצב ההזמנה
            </ButtonLink>
          </div>
        )}
      </section>
    </div>
  </>
)
