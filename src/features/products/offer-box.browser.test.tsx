import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { OfferBar, OfferBox } from './offer-box.tsx'
import { offerWith } from './offer.fixture.ts'
import type { Offer } from './products.ts'

const offerLink = { href: '/course/checkout', words: 'להרשמה' }
const Box = ({ offer, isWaiting = false }: { offer: Offer; isWaiting?: boolean }) => (
  <OfferBox
    offer={offer}
    offerLink={offerLink}
    cancelling="/cancel"
    form={undefined}
    isWaiting={isWaiting}
    notice={{ words: <p>מידע על פרטיות</p>, shown: <input type="hidden" name="privacyTextId" value="x" /> }}
  />
)
const join = page.getByRole('link', { name: 'להרשמה' })
const waitlist = page.getByRole('button', { name: 'לרשימת ההמתנה' })

test('an open offer shows its price with VAT, the last day and the few seats left, and links to the checkout', async () => {
  const price = { ...offerWith().price!, active_to: '2026-12-31T22:00:00Z', max_installments: 2 }
  const offer = offerWith({ price, seats_left: 2 })
  await render(<Box offer={offer} />)
  await expect.element(page.getByText('כולל מע״מ · עד שני תשלומים ללא ריבית')).toBeVisible()
  // The price ends at midnight, so the day before is the last one.
  await expect.element(page.getByText(/^נותרו שני מקומות\. ההרשמה פתוחה עד .*31 בדצמבר 2026\.$/)).toBeVisible()
  await expect.element(join).toHaveAttribute('href', '/course/checkout')
  await expect.element(page.getByRole('link', { name: 'פרטים וביטול מקוון' })).toHaveAttribute('href', '/cancel')
  await expect.element(waitlist).not.toBeInTheDocument()
})

test('a full offer hides its price and shows the waitlist form, or a call link if it has no waitlist', async () => {
  const screen = await render(<Box offer={offerWith({ seats_left: 0 })} />)
  await expect.element(page.getByText('ההרשמה מלאה')).toBeVisible()
  await expect.element(page.getByText('מידע על פרטיות')).toBeVisible()
  await expect.element(waitlist).toBeVisible()
  await expect.element(join).not.toBeInTheDocument()
  await screen.rerender(<Box offer={offerWith({ seats_left: 0 })} isWaiting />)
  await expect.element(page.getByText(/^השם שלכם ברשימה/)).toBeVisible()
  await expect.element(waitlist).not.toBeInTheDocument()
  await screen.rerender(<Box offer={offerWith({ seats_left: 0, has_waitlist: false })} />)
  await expect.element(page.getByRole('link', { name: 'לשיחה' })).toHaveAttribute('href', '/course/checkout')
  await expect.element(waitlist).not.toBeInTheDocument()
})

test('an upcoming offer shows its opening date, and one without a price is shown as closed', async () => {
  const screen = await render(<Box offer={offerWith({ is_open: false, opens_at: '2027-01-03T22:00:00Z' })} />)
  await expect.element(page.getByText(/^ההרשמה נפתחת ב.*4 בינואר 2027\.$/)).toBeVisible()
  await expect.element(page.getByText(/1,290/)).toBeVisible()
  await screen.rerender(<Box offer={offerWith({ is_open: false, price: null })} />)
  await expect.element(page.getByText('ההרשמה סגורה כרגע')).toBeVisible()
  await expect.element(page.getByText(/חוק הגנת הצרכן/)).not.toBeInTheDocument()
})

test('the phone offer bar is shown only while the offer is open', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  const Bar = ({ offer }: { offer: Offer }) => (
    <div style={{ containerType: 'inline-size' }}>
      <OfferBar offer={offer} offerLink={offerLink} />
    </div>
  )
  const screen = await render(<Bar offer={offerWith()} />)
  await expect.element(join).toBeVisible()
  await screen.rerender(<Bar offer={offerWith({ seats_left: 0 })} />)
  await expect.element(join).not.toBeInTheDocument()
  await screen.rerender(<Bar offer={offerWith({ price: null })} />)
  await expect.element(join).not.toBeInTheDocument()
})
