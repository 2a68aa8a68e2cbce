// The driver's client with a fast path: rows of a batch reach it as raw bytes, without parsing into text and objects.
import { EventEmitter } from 'node:events'
import pg from 'pg'

declare module 'pg' {
  interface Connection {
    attachListeners(stream: EventEmitter): void
  }
}

/** Receives the messages of its own statements; errors and the end of the connection are reported by the driver. */
export type Receiver = {
  receiveFields(fields: { name: string; dataTypeID: number }[]): void
  receiveRow(values: (Buffer | null)[]): void
  receiveComplete(tag: string): void
}

const code = (letter: string) => letter.charCodeAt(0)
const readyForQuery = code('Z')
const headerLength = 5

export class DirectConnection extends pg.Connection {
  /** Receivers of the next results, in request order; undefined for the driver itself. Each result ends with one ReadyForQuery. */
  readonly #asked: (Receiver | undefined)[] = []
  readonly #driver = new EventEmitter()
  #left: Buffer[] = []
  #leftLength = 0
  #needed = headerLength

  /** Sends a pipeline with exactly one Sync, at its end. */
  ask(receiver: Receiver, bytes: Buffer) {
    this.#asked.push(receiver)
    if (this.stream.writable) this.stream.write(bytes)
  }

  override query(text: string) {
    this.#asked.push(undefined)
    super.query(text)
  }

  override sync() {
    this.#asked.push(undefined)
    super.sync()
  }

  override attachListeners(stream: EventEmitter) {
    super.attachListeners(this.#driver)
    stream.on('data', (chunk: Buffer) => this.#read(chunk))
    stream.on('end', () => this.#driver.emit('end'))
  }

  #read(chunk: Buffer) {
    if (this.#leftLength > 0) {
      this.#left.push(chunk)
      this.#leftLength += chunk.length
      if (this.#leftLength < this.#needed) return
      chunk = Buffer.concat(this.#left, this.#leftLength)
    }
    this.#left = []
    this.#leftLength = 0
    this.#needed = headerLength
    let at = 0
    while (at + headerLength <= chunk.length) {
      const end = at + 1 + chunk.readInt32BE(at + 1)
      if (end > chunk.length) {
        this.#needed = end - at
        break
      }
      this.#pass(chunk, at, end)
      at = end
    }
    if (at === chunk.length) return
    this.#left = [chunk.subarray(at)]
    this.#leftLength = chunk.length - at
  }

  #pass(chunk: Buffer, at: number, end: number) {
    const type = chunk[at]!
    const receiver = this.#asked[0]
    const body = at + headerLength
    if (receiver) {
      if (type === code('D')) return receiver.receiveRow(readRow(chunk, body))
      if (type === code('T')) return receiver.receiveFields(readFields(chunk, body))
      if (type === code('C')) return receiver.receiveComplete(chunk.toString('latin1', body, end - 1))
      if (type === code('I')) return receiver.receiveComplete('')
      // ParseComplete, BindComplete, CloseComplete, NoData: ignored.
      if (type === code('1') || type === code('2') || type === code('3') || type === code('n')) return
    }
    if (type === readyForQuery) this.#asked.shift()
    this.#driver.emit('data', chunk.subarray(at, end))
  }
}

function readRow(chunk: Buffer, at: number): (Buffer | null)[] {
  const count = chunk.readInt16BE(at)
  const values = Array.from<Buffer | null>({ length: count })
  at += 2
  for (let i = 0; i < count; i++) {
    const length = chunk.readInt32BE(at)
    at += 4
    values[i] = length < 0 ? null : chunk.subarray(at, at + length)
    if (length > 0) at += length
  }
  return values
}

function readFields(chunk: Buffer, at: number) {
  const count = chunk.readInt16BE(at)
  at += 2
  return Array.from({ length: count }, () => {
    const end = chunk.indexOf(0, at)
    const field = { name: chunk.toString('utf8', at, end), dataTypeID: chunk.readUInt32BE(end + 7) }
    at = end + 19
    return field
  })
}

/** The driver's client on a DirectConnection; everything else is the driver's. */
export class DirectClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const settings = typeof config === 'object' ? config : {}
    const connection = new DirectConnection({ ...settings, ssl: this.ssl } as pg.ConnectionConfig)
    Object.assign(this, { connection })
  }
}
