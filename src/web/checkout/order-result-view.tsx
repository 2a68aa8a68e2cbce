import '#features/orders/checkout/checkout.css'
import { Phone } from 'lucide-react'
import type { Backend } from '#client/backend.ts'
import { readOpenedOrder } from '#features/orders/order-pages.data.ts'
import type { OpenedOrder } from '#features/orders/opened-order.ts'
import { resultText } from '#features/orders/result/result-texts.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import call from '#ui/art/call.svg?raw'
import { ButtonLink } from '#ui/button.tsx'
import { Island as IslandFrame } from '#ui/island.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Illustration } from '#ui/pictures/illustration.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { FlowTop } from '../booking/flow-top.tsx'
import { WhatsAppLink } from '../landing/whatsapp-link.tsx'
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

type ViewProps = ResultPageProps & {
  cold: string
  /** Whether the page links back to the products: the payment was not completed. */
  hasPrices?: boolean
}

/** The state of the order with token `ref`; without one, a neutral text for every visitor. */
export function ResultView({ facts, request, found, cold, hasPrices = false }: ViewProps) {
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
  const pricesPath = hasPrices && facts.publishedPaths.includes('/pricing') ? '/pricing' : undefined
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
              {pricesPath && (
                <ButtonLink look="primary" size="lg" href={pricesPath}>
                  למסלולים ולתשלום
                </ButtonLink>
              )}
              <ButtonLink look={pricesPath ? 'secondary' : 'primary'} size="lg" href="/">
                לדף הבית
              </ButtonLink>
              <ButtonLink size="lg" href="/contact">
                פנייה לתמיכה
              </ButtonLink>
            </div>
          </section>
        )}
        <Help business={facts.business} />
      </div>
    </>
  )
}

/** Contact options for a payment. */
function Help({ business }: Pick<PageProps['facts'], 'business'>) {
  const phone = business.phone ?? business.mobile
  if (!phone) return null
  return (
    <div className="result-help">
      <Illustration svg={call} className="result-help__art" />
      <div className="result-help__ways">
        <p>שאלה על התשלום? אפשר לדבר איתנו.</p>
        <ButtonLink
          look="ghost"
          href={`tel:${parsePhone(phone) ?? phone.replace(/[^\d+]/g, '')}`}
          icon={<Icon of={Phone} />}
        >
          <Ltr>{phone}</Ltr>
        </ButtonLink>
        <WhatsAppLink business={business} />
      </div>
    </div>
  )
}
