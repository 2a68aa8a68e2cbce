// The orders of the site with their legal documents.
import { OrdersScreen } from '#features/orders/screens/orders-screen.tsx'
import { MissingDocuments } from '#features/tax-documents/screens/missing-documents.tsx'
import { OrderDocuments } from '#features/tax-documents/screens/order-documents.tsx'

export const Component = () => (
  <OrdersScreen
    missingDocuments={<MissingDocuments />}
    documentsOf={(orderId) => <OrderDocuments orderId={orderId} />}
  />
)
