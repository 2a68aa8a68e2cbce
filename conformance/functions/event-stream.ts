/** Sends the requested number of events, with backpressure. */
export default (request: Request) => {
  let left = Number(new URL(request.url).searchParams.get('times') ?? 3)
  const text = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    pull(out) {
      if (left-- > 0) out.enqueue(text.encode(`data: ${left}\n\n`))
      else out.close()
    },
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
}
