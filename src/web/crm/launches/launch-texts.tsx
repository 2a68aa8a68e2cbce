import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Launch } from '#features/launches/launches.ts'
import { commentsLabels, landingOf, offerOf } from '#features/launches/launch-texts-edit.ts'
import { useProducts } from '#features/products/products.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { Block, BlockText, Fact, Facts } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { LandingDialog } from './landing-dialog.tsx'
import { OfferDialog } from './offer-dialog.tsx'

/** The offer of the cart, and the texts of the landing page. */
export function LaunchTexts({ launch }: { launch: Launch }) {
  const [edited, setEdited] = useState<'offer' | 'landing'>()
  const { data: products = [] } = useProducts()
  const product = products.find(({ prices }) => prices.some(({ id }) => id === launch.price_id))
  const price = product?.prices.find(({ id }) => id === launch.price_id)
  const [offer, landing] = [offerOf(launch.offer), landingOf(launch.landing)]
  const edit = (what: typeof edited, label: string) => (
    <Button
      size="sm"
      iconOnly
      look="ghost"
      aria-label={label}
      icon={<Icon of={Pencil} />}
      onClick={() => setEdited(what)}
    />
  )
  return (
    <>
      <Block title="ההצעה" action={edit('offer', 'עריכת ההצעה')}>
        {launch.price_id === null && <BlockText>עוד לא נבחר מחיר, ולכן הסדרה אינה מציעה דבר.</BlockText>}
        <Facts>
          {product && price && (
            <Fact name="מוצר ומחיר">
              <bdi>{price.name ? `${product.name}, ${price.name}` : product.name}</bdi>:{' '}
              {formatMoney(price.amount_agorot)}
              {price.seats !== null &&
                `, ${count(price.seats, { one: 'מקום אחד', two: 'שני מקומות', other: '# מקומות' })}`}
            </Fact>
          )}
          <Fact name="כותרת">{offer.title || 'כשם ההשקה'}</Fact>
          <Fact name="בונוסים">{offer.bonuses.length}</Fact>
          <Fact name="שאלות ותשובות">{offer.faq.length}</Fact>
        </Facts>
      </Block>
      <Block title="עמוד ההצטרפות" action={edit('landing', 'עריכת עמוד ההצטרפות')}>
        <BlockText>{landing.lead || 'עוד אין פתיח.'}</BlockText>
        <Facts>
          <Fact name="מה תקבלו">{landing.promises.length || 'עוד לא נכתב'}</Fact>
          <Fact name="מי מנחה">{landing.presenter?.name ?? 'לא מוצג'}</Fact>
          <Fact name="תגובות">{commentsLabels[launch.comments_mode]}</Fact>
        </Facts>
      </Block>
      <OfferDialog launch={launch} products={products} open={edited === 'offer'} onClose={() => setEdited(undefined)} />
      <LandingDialog launch={launch} open={edited === 'landing'} onClose={() => setEdited(undefined)} />
    </>
  )
}
