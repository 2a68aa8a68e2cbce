import { FillingForm } from './filling-form.tsx'
import type { Filling } from './form-view.ts'

/** The form of a page. */
export const Island = (view: Filling) => <FillingForm {...view} />
