import { RegisterForm, type RegisterFormProps } from './register-form.tsx'

/** The registration, which learns the visitor's time zone. */
export const Island = (props: RegisterFormProps) => <RegisterForm {...props} />
