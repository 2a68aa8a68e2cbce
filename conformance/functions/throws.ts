export default () => {
  throw new Error('a secret of the function')
}
