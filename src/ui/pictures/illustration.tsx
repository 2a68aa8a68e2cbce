/** An inline SVG that uses the brand colours. Decorative: the text beside it has the same content. */
export function Illustration({ svg, className }: { svg: string; className?: string }) {
  return (
    <div
      className={className ? `ill ${className}` : 'ill'}
      aria-hidden="true"
      // Not user input: the SVGs are files of this repository.
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
