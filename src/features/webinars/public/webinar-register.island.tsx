import { RegisterForm, type RegisterFormProps } from './register-form.tsx'

/** The registration form, which detects the visitor's time zone. */
export const Island = (props: RegisterFormProps) => <RegisterForm {...props} />
