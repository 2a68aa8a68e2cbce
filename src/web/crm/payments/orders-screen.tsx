// The orders of the site with their tax documents, and payment links of due charges.
import { OrdersScreen } from '#features/orders/screens/orders-screen.tsx'
import { MissingDocuments } from '#features/tax-documents/screens/missing-documents.tsx'
import { OrderDocuments } from '#features/tax-documents/screens/order-documents.tsx'
import { DueLinkDialog } from './due-link-dialog.tsx'

export const Component = () => (
  <OrdersScreen
    missingDocuments={<MissingDocuments />}
    documentsOf={(orderId) => <OrderDocuments orderId={orderId} />}
    linkDialogOf={(charge, onClose) => <DueLinkDialog charge={charge} onClose={onClose} />}
  />
)
