// The form of an action link. A GET changes nothing, because mail scanners open every link.
import { type FormPost, type FormText, textsOf } from '#lib/forms/form-post.ts'
import { metricUnits, parseMetric } from '#features/metrics/metrics.ts'
import { refusals } from './action-links.ts'

export const actionPath = (token: string) => `/act/${encodeURIComponent(token)}`

/** A hidden field that identifies the form, so that its input is validated before the link is used. */
export const replyMark = 'reply'
export const unitMark = 'unit'

export const actionPost: FormPost = {
  path: '/act/:token',
  page: 'src/web/action-links/action-page.tsx',
  run: 'act-by-link',
  fields: ['body', 'value'],
  values: (body) => textsOf(body, ['body', 'value', replyMark, unitMark]),
  check(values) {
    const { body = '', value = '', [replyMark]: isReply, [unitMark]: posted } = values as FormText
    const unit = metricUnits.find((known) => known === posted)
    if (unit && parseMetric(unit, value) === undefined) return { value: refusals.metric_value_invalid }
    return isReply && body.trim() === '' ? { body: refusals.reply_missing } : {}
  },
  input(values, { params }) {
    const { body, value } = values as FormText
    return { token: params['token'], ...(body !== undefined && { body }), ...(value !== undefined && { value }) }
  },
  sent: (_answer, _values, { token = '' }) => `${actionPath(token)}?done=1#state`,
  problems: { ...refusals, failed: 'לא הצלחנו לשמור. אפשר לנסות שוב בעוד רגע' },
}
