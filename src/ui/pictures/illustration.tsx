/** A picture drawn in the page itself, so that it follows the brand's colours. It says nothing that the text beside it does not. */
export function Illustration({ svg, className }: { svg: string; className?: string }) {
  return (
    <div
      className={className ? `ill ${className}` : 'ill'}
      aria-hidden="true"
      // The drawings are files of ours, never anything a person typed.
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
