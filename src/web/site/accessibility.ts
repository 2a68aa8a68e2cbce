// The accessibility widget of a public page, created on the first interaction with its button.
import { attachWidget } from '#features/accessibility/accessibility-widget.ts'
import { followTheme } from '#platform/screens/theme-choice.ts'

followTheme()
export const widget = attachWidget(document)
