// The one widget of a public page, made when its button is first touched.
import { attachWidget } from '#features/accessibility/accessibility-widget.ts'

export const widget = attachWidget(document)
