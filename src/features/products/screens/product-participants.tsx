import { useState } from 'react'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import {
  type ShownEnrolment,
  type ShownWaiting,
  useEndEnrolment,
  useEnrol,
  useMarkNotified,
  useEnrolments,
} from '#features/products/enrolments.data.ts'
import type { ShownProduct } from '#features/products/products.data.ts'
import { refusals } from '#features/products/products.ts'
import { dayOf, formatDate } from '#lib/time/dates.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'

const explain = (error: unknown) => refusalText(error, refusals)
const showError = (error: unknown) => void toast.error(explain(error))

/** Participants, from which remaining seats are computed, and the waiting list. */
export function ProductParticipants({ product }: { product: ShownProduct }) {
  const { data } = useEnrolments(product.id)
  if (!data) return null
  return (
    <>
      <Block title={`משתתפים (${data.taking.length})`}>
        <ul className="takers">
          {data.taking.map((taking) => (
            <Participant key={taking.id} taking={taking} />
          ))}
        </ul>
        <Enrol product={product} />
      </Block>
      {(product.has_waitlist || data.waiting.length > 0) && (
        <Block title={`ברשימת ההמתנה (${data.waiting.length})`}>
          {data.waiting.length === 0 && <BlockText>אף אחד לא מחכה.</BlockText>}
          <ul className="takers">
            {data.waiting.map((waiting) => (
              <WaitlistEntry key={waiting.id} waiting={waiting} />
            ))}
          </ul>
        </Block>
      )}
    </>
  )
}

const Person = ({ of: { contact_id: id, contact } }: { of: ShownEnrolment | ShownWaiting }) => (
  <Link to={`/crm/contacts/${id}`}>
    <bdi>{contact?.full_name ?? 'איש קשר'}</bdi>
  </Link>
)

function Participant({ taking }: { taking: ShownEnrolment }) {
  const end = useEndEnrolment()
  const { id, enrolled_on: on } = taking
  return (
    <li>
      <div>
        <Person of={taking} />
        <small>מ־{formatDate(on)}</small>
      </div>
      <Button
        size="sm"
        look="ghost"
        aria-label={`סיום ההשתתפות של ${taking.contact?.full_name ?? ''}`}
        onClick={() =>
          // Awaited instead of mutation callbacks: those are dropped when the row unmounts after the refetch.
          void end.mutateAsync({ id, day: dayOf(new Date()) }).then(
            () =>
              offerUndo({
                title: 'ההשתתפות הסתיימה, והמקום פנוי',
                undo: () => end.mutateAsync({ id, day: null }),
                explain,
              }),
            showError,
          )
        }
      >
        סיום
      </Button>
    </li>
  )
}

function WaitlistEntry({ waiting }: { waiting: ShownWaiting }) {
  const markNotified = useMarkNotified()
  const { id, created_at: at } = waiting
  return (
    <li>
      <div>
        <Person of={waiting} />
        <small>ביקשו ב־{formatDate(at)}</small>
      </div>
      <Button
        size="sm"
        look="ghost"
        aria-label={`סימון שעודכנו: ${waiting.contact?.full_name ?? ''}`}
        onClick={() =>
          void markNotified.mutateAsync({ id, at: new Date().toISOString() }).then(
            () =>
              offerUndo({
                title: 'נרשם שעודכנו',
                undo: () => markNotified.mutateAsync({ id, at: null }),
                explain,
              }),
            showError,
          )
        }
      >
        עודכנו
      </Button>
    </li>
  )
}

/** Enrols a contact at the current price. */
function Enrol({ product }: { product: ShownProduct }) {
  const [contact, setContact] = useState<PickerItem | null>(null)
  const [errorText, setErrorText] = useState<string>()
  const enrol = useEnrol()
  const now = useNow().getTime()
  const price = product.prices.find(
    ({ active_from: from, active_to: to }) => Date.parse(from) <= now && (to === null || Date.parse(to) > now),
  )
  return (
    <form
      className="product__enrol"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!contact) return setErrorText('יש לבחור איש קשר')
        setErrorText(undefined)
        return enrol.mutate(
          { product_id: product.id, price_id: price?.id ?? null, contact_id: contact.id },
          {
            onSuccess() {
              toast.success('נרשמו למוצר')
              setContact(null)
            },
            onError: (error) => setErrorText(refusalText(error, refusals)),
          },
        )
      }}
    >
      <ContactPicker value={contact} onChange={setContact} error={errorText} optional=" " />
      <Button type="submit" size="sm" busy={enrol.isPending}>
        רישום משתתפים
      </Button>
    </form>
  )
}
