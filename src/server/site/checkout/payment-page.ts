// Redirects from the checkout to the provider's page. The Content-Security-Policy forbids form redirects to other sites, so the redirect
// after the form ends here, and this page navigates to the provider.
import type { FastifyInstance } from 'fastify'
import { readOpenedOrder } from '#features/orders/order-pages.data.ts'
import type { SiteParts } from '../site.ts'

export function mountPaymentPage(
  app: FastifyInstance,
  { backend, responder }: Pick<SiteParts, 'backend' | 'responder'>,
) {
  app.get<{ Params: { order: string } }>('/checkout/:order/pay', async (request, reply) => {
    const found = await readOpenedOrder(backend, request.params.order)
    if (!found) return responder.notFound(request, reply)
    const headers = {
      'referrer-policy': 'no-referrer',
      ...(found.pageUrl && { refresh: `0;url=${found.pageUrl}` }),
    }
    return responder.form(request, reply, { file: 'src/web/checkout/pay-page.tsx', status: 200, form: {}, headers })
  })
}
