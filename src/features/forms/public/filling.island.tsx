import { FillingForm } from './filling-form.tsx'
import type { Filling } from './form-view.ts'

export const Island = (view: Filling) => <FillingForm {...view} />
