import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { fieldId, formOf } from '#ui/forms/plain-form.tsx'

type Props = { code: string | undefined; error: string | undefined }

/** The coupon field below the totals. Its button reloads the page with the new total. */
export const CouponField = ({ code, error }: Props) => (
  <details className="checkout__coupon" open={Boolean(code ?? error)}>
    <summary>יש לי קוד קופון</summary>
    <TextField
      form={formOf('checkout')}
      id={fieldId('checkout', 'coupon')}
      name="coupon"
      label="קוד קופון"
      large
      dir="auto"
      autoComplete="off"
      maxLength={60}
      defaultValue={code}
      error={error}
    />
    <Button form={formOf('checkout')} type="submit" name="update" value="on">
      עדכון הסכום
    </Button>
  </details>
)
