import { useContact } from '#features/contacts/contacts.data.ts'
import type { DueCharge } from '#features/orders/reports.data.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { ChargeLinkDialog } from './charge-link-dialog.tsx'
import { chargeLinkOf } from './charge-link-of.ts'
import { payerOf } from './payer-of.ts'

type Props = { charge: DueCharge | undefined; onClose: () => void }

/** The payment link of a charge in the list of all due charges. */
export function DueLinkDialog({ charge, onClose }: Props) {
  const contact = useContact(charge?.contact_id ?? '', charge !== undefined)
  const link =
    charge &&
    chargeLinkOf({
      id: charge.charge_id ?? '',
      title: charge.title ?? '',
      leftAgorot: charge.left_agorot ?? 0,
      isOfPlan: charge.number !== null,
    })
  return (
    <ChargeLinkDialog
      asked={link}
      payer={contact.data ? payerOf(contact.data) : undefined}
      instead={
        contact.error ? (
          <FailedToLoad insteadOf={undefined} error={contact.error} onRetry={() => void contact.refetch()} />
        ) : (
          <Loading size="lg" />
        )
      }
      onClose={onClose}
    />
  )
}
