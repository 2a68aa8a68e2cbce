import { FillingForm } from './filling-form.tsx'
import type { Filling } from './form-view.ts'

/** Island of the form page. */
export const Island = (view: Filling) => <FillingForm {...view} />
