// Functions of products, orders, payments and their documents.
import { cancelTransaction } from '#features/cancellations/cancellations.server.ts'
import { saveGateway, testGateway } from '#features/gateways/gateways.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { requestMetadata } from '#features/leads/record-consent.server.ts'
import { chargeByLink } from '#features/orders/charge-by-link.server.ts'
import { claimPurchase } from '#features/orders/claim-purchase.server.ts'
import { exportOrders } from '#features/orders/export-orders.server.ts'
import { openCheckout } from '#features/orders/open-checkout.server.ts'
import { openOrder } from '#features/orders/open-order.server.ts'
import { paymentNotice } from '#features/orders/payment-notice.server.ts'
import { placeOrder } from '#features/orders/place-order.server.ts'
import { moveOrderByHand, refundOrder, settleRefund } from '#features/orders/staff-orders.server.ts'
import { addProduct, joinWaitlist } from '#features/products/products.server.ts'
import {
  readDocumentService,
  saveDocumentKeys,
  testDocumentService,
} from '#features/tax-documents/document-settings.server.ts'
import { offerDraft } from '#platform/pages/content/offer-draft.ts'
import type { DefinedFunction } from '#kernel/functions/functions.ts'
import type { FunctionParts } from './parts.ts'

export const salesFunctions = ({ mails, ...parts }: FunctionParts): readonly DefinedFunction[] => [
  placeOrder({ ...parts, matchContact, requestMetadata }),
  openOrder,
  claimPurchase,
  chargeByLink(parts),
  exportOrders,
  openCheckout(parts.gateways),
  paymentNotice(parts.gateways),
  moveOrderByHand,
  refundOrder(parts.gateways),
  settleRefund,
  saveGateway(parts.gatewaySeal),
  testGateway(parts.gateways),
  saveDocumentKeys(parts.documentSeal),
  testDocumentService(parts.documentServices),
  readDocumentService(parts.documentServices),
  cancelTransaction({ mails, matchContact }),
  addProduct(offerDraft),
  joinWaitlist(matchContact),
]
