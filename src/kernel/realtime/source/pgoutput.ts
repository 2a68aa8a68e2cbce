// Parser for pgoutput, PostgreSQL's logical decoding output (protocol version 1).

export type RelationColumn = { name: string; isKey: boolean; typeOid: number }
export type Relation = {
  oid: number
  schema: string
  table: string
  identity: 'd' | 'n' | 'f' | 'i'
  columns: RelationColumn[]
}

/** Values as PostgreSQL prints them. `undefined`: an unchanged TOAST value, which the decoder omits. */
export type Tuple = (string | null | undefined)[]

export type LogicalMessage =
  | { kind: 'begin'; xid: number; committedAt: Date }
  | { kind: 'commit'; end: bigint }
  | { kind: 'relation'; relation: Relation }
  | { kind: 'insert'; relation: number; after: Tuple }
  | { kind: 'update'; relation: number; before?: Tuple; after: Tuple; isWhole: boolean }
  | { kind: 'delete'; relation: number; before: Tuple; isWhole: boolean }
  | { kind: 'message'; prefix: string; content: Buffer }
  | { kind: 'other' }

// PostgreSQL counts microseconds from the year 2000.
const epochMicroseconds = BigInt(Date.UTC(2000, 0)) * 1000n

/** Parses one message. `isWhole`: the old row has all its columns, not only its key. */
export function readLogicalMessage(data: Buffer): LogicalMessage {
  const reader = new BinaryReader(data)
  switch (reader.char()) {
    case 'B':
      reader.skip(8)
      return { kind: 'begin', committedAt: readTime(reader.int64()), xid: reader.uint32() }
    case 'C':
      reader.skip(1 + 8)
      return { kind: 'commit', end: reader.int64() }
    case 'R':
      return { kind: 'relation', relation: readRelation(reader) }
    case 'I': {
      const relation = reader.uint32()
      reader.skip(1)
      return { kind: 'insert', relation, after: readTuple(reader) }
    }
    case 'U':
      return readUpdate(reader)
    case 'D': {
      const relation = reader.uint32()
      const isWhole = reader.char() === 'O'
      return { kind: 'delete', relation, isWhole, before: readTuple(reader) }
    }
    case 'M': {
      reader.skip(1 + 8)
      const prefix = reader.text()
      return { kind: 'message', prefix, content: reader.bytes(reader.uint32()) }
    }
    default:
      return { kind: 'other' }
  }
}

function readUpdate(reader: BinaryReader): LogicalMessage {
  const relation = reader.uint32()
  const mark = reader.char()
  if (mark === 'N') return { kind: 'update', relation, after: readTuple(reader), isWhole: false }
  const before = readTuple(reader)
  reader.skip(1)
  const after = readTuple(reader)
  if (mark !== 'O') return { kind: 'update', relation, before, after, isWhole: false }
  // The old row is complete, so it has the large values that the new one omits.
  return {
    kind: 'update',
    relation,
    before,
    after: after.map((value, i) => (value === undefined ? before[i] : value)),
    isWhole: true,
  }
}

function readRelation(reader: BinaryReader): Relation {
  const oid = reader.uint32()
  const schema = reader.text() || 'pg_catalog'
  const table = reader.text()
  const identity = reader.char() as Relation['identity']
  const columns = Array.from({ length: reader.uint16() }, () => {
    const isKey = (reader.byte() & 1) === 1
    const name = reader.text()
    const typeOid = reader.uint32()
    reader.skip(4)
    return { name, isKey, typeOid }
  })
  return { oid, schema, table, identity, columns }
}

function readTuple(reader: BinaryReader): Tuple {
  return Array.from({ length: reader.uint16() }, () => {
    const kind = reader.char()
    if (kind === 'n') return null
    if (kind === 'u') return undefined
    return reader.string(reader.uint32())
  })
}

const readTime = (microseconds: bigint) => new Date(Number((microseconds + epochMicroseconds) / 1000n))

class BinaryReader {
  private at = 0
  private readonly data: Buffer
  constructor(data: Buffer) {
    this.data = data
  }
  skip(bytes: number) {
    this.at += bytes
  }
  byte() {
    return this.data[this.at++]!
  }
  char() {
    return String.fromCharCode(this.byte())
  }
  uint16() {
    this.at += 2
    return this.data.readUInt16BE(this.at - 2)
  }
  uint32() {
    this.at += 4
    return this.data.readUInt32BE(this.at - 4)
  }
  int64() {
    this.at += 8
    return this.data.readBigInt64BE(this.at - 8)
  }
  string(length: number) {
    this.at += length
    return this.data.toString('utf8', this.at - length, this.at)
  }
  bytes(length: number) {
    this.at += length
    return this.data.subarray(this.at - length, this.at)
  }
  /** Reads a string up to its terminating zero byte. */
  text() {
    return this.string(this.data.indexOf(0, this.at) - this.at + 1).slice(0, -1)
  }
}
