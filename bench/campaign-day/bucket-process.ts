// The fake S3 server of the tests in a separate process, which sends its port to the parent. Its folder is the first
// argument.
import S3rver from '@20minutes/s3rver'

const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: process.argv[2]!,
  configureBuckets: [{ name: 'our-files' }],
})
const { port } = await server.run()
process.send!({ port })
process.on('disconnect', () => process.exit())
