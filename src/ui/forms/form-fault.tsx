import { ErrorText } from './field.tsx'

/** Above a form: why the whole of it was refused. What belongs to one field stands beside it. */
export const FormFault = ({ of }: { of: Readonly<Record<string, string>> }) =>
  of['all'] && (
    <div role="alert">
      <ErrorText>{of['all']}</ErrorText>
    </div>
  )
