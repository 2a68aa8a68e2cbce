// The accessibility widget of a public page, created when its button is first touched.
import { attachWidget } from '#features/accessibility/accessibility-widget.ts'
import { followTheme } from '#platform/screens/theme-choice.ts'

followTheme()
export const widget = attachWidget(document)
