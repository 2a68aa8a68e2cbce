// A client's ledger: charges, payments, due dates.
import '#features/payments/screens/payment-screen.css'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { useContact } from '#features/contacts/contacts.data.ts'
import { OpenLinks } from '#features/orders/screens/open-links.tsx'
import { usePaymentDocuments } from './payment-documents.tsx'
import { PlanCards } from './plan-cards.tsx'
import { ChargeLinkDialog } from './charge-link-dialog.tsx'
import { chargeLinkOf } from './charge-link-of.ts'
import { payerOf } from './payer-of.ts'
import { PaymentLinkDialog } from './payment-link-dialog.tsx'
import { type Balance, computeBalance, type SettledCharge } from '#features/payments/balance.ts'
import { type ShownCharge, useLedger, useLiveLedger } from '#features/payments/payments.data.ts'
import { dayOf } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { may } from '#platform/accounts/permissions.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { ChargeDialog } from '#features/payments/screens/charge-dialog.tsx'
import { ChargeTable } from '#features/payments/screens/charge-table.tsx'
import { HouseholdBalances } from '#features/payments/screens/household-balances.tsx'
import { PaymentList } from '#features/payments/screens/payment-list.tsx'
import { PlanDialog } from '#features/payments/screens/plan-dialog.tsx'
import { RecordPaymentDialog, type Recording } from './record-payment-dialog.tsx'
import { BalanceTile } from '#features/payments/screens/balance-tile.tsx'

export function Component() {
  const contactId = useIdParam('contactId')
  const contact = useContact(contactId)
  const ledger = useLedger(contact.data ? [contactId] : [])
  useLiveLedger()
  useScreenTitle('תשלומים')
  if (contact.isPending || (contact.data && ledger.isPending)) return <Loading page size="lg" />
  const failed = [contact, ledger].find((query) => query.isLoadingError)
  if (failed)
    return (
      <FailedToLoad
        insteadOf={failed.data}
        error={failed.error}
        onRetry={() => void Promise.all([contact.refetch(), ledger.refetch()])}
      />
    )
  if (!contact.data || !ledger.data) return <NotFound />
  return <Money key={contactId} contact={contact.data} ledger={ledger.data} />
}

type Contact = NonNullable<ReturnType<typeof useContact>['data']>
type Ledger = NonNullable<ReturnType<typeof useLedger>['data']>

function Money({ contact, ledger }: { contact: Contact; ledger: Ledger }) {
  const today = dayOf(useNow())
  const balance: Balance<ShownCharge> = computeBalance(ledger.charges, ledger.payments, today)
  const roles = useOwnRoles()
  const mayWrite = may(roles, 'record payments')
  const mayRefund = may(roles, 'record refunds')
  const [recording, setRecording] = useState<Recording>()
  const [adding, setAdding] = useState<'charge' | 'plan' | 'link'>()
  const documents = usePaymentDocuments(contact.id, mayWrite)
  const [linked, setLinked] = useState<SettledCharge<ShownCharge>>()
  const payer = payerOf(contact)
  const isEmpty = ledger.charges.length + ledger.payments.length === 0
  const actions = mayWrite && (
    <>
      <Button
        look="primary"
        onClick={() =>
          setRecording({
            kind: 'payment',
            amount: Math.max(balance.next ? balance.next.amount_agorot - balance.next.paid_agorot : 0, 0),
          })
        }
      >
        רישום תשלום
      </Button>
      <Button icon={<Icon of={Link2} />} onClick={() => setAdding('link')}>
        חיוב בקישור
      </Button>
      <Button onClick={() => setAdding('plan')}>תוכנית תשלומים</Button>
      <Button onClick={() => setAdding('charge')}>חיוב</Button>
    </>
  )
  return (
    <div className="view">
      <div className="view__head">
        <h1>
          תשלומים: <bdi>{contact.full_name}</bdi>
        </h1>
        <Link to={`/crm/contacts/${contact.id}`}>לכרטיס איש הקשר</Link>
        {!isEmpty && <div className="view__end">{actions}</div>}
      </div>
      {isEmpty ? (
        <EmptyState
          title="עוד אין כאן חיובים"
          text="אפשר לבנות תוכנית תשלומים עם תאריכים, לרשום חיוב אחד, או לרשום תשלום שכבר התקבל בהעברה, בביט, במזומן או בצ׳ק."
          action={actions && <div className="money__first">{actions}</div>}
        />
      ) : (
        <>
          <BalanceTile balance={balance} />
          <ChargeTable
            contactId={contact.id}
            balance={balance}
            mayWrite={mayWrite}
            onPay={(charge) =>
              setRecording({ kind: 'payment', charge, amount: charge.amount_agorot - charge.paid_agorot })
            }
            onLink={setLinked}
          />
          <PaymentList
            contactId={contact.id}
            payments={ledger.payments}
            charges={ledger.charges}
            mayWrite={mayWrite}
            mayRefund={mayRefund}
            today={today}
            onRefund={(payment, amount) => setRecording({ kind: 'refund', payment, amount })}
            documentOf={documents.of}
          />
        </>
      )}
      {documents.dialog}
      <PlanCards contact={payer} charges={balance.charges} mayWrite={mayWrite} />
      <OpenLinks contact={payer} mayWrite={mayWrite} />
      {contact.household && <HouseholdBalances household={contact.household} self={contact.id} today={today} />}
      <RecordPaymentDialog
        contact={contact}
        recording={recording}
        today={today}
        onClose={() => setRecording(undefined)}
      />
      <ChargeDialog
        contactId={contact.id}
        open={adding === 'charge'}
        today={today}
        onClose={() => setAdding(undefined)}
      />
      <PaymentLinkDialog contact={payer} open={adding === 'link'} onClose={() => setAdding(undefined)} />
      <ChargeLinkDialog
        payer={payer}
        asked={
          linked &&
          chargeLinkOf({
            id: linked.id,
            title: linked.title,
            leftAgorot: linked.amount_agorot - linked.paid_agorot,
            isOfPlan: linked.plan_id !== null,
          })
        }
        onClose={() => setLinked(undefined)}
      />
      <PlanDialog contactId={contact.id} open={adding === 'plan'} today={today} onClose={() => setAdding(undefined)} />
    </div>
  )
}
