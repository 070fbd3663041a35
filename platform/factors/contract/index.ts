export { type FactorCalls, factorCallsOf, proofRejections } from './factor-calls.ts'
export {
  challengeReply,
  entryAssertion,
  entryQuestion,
  factorProofFields,
  optionalProofFields,
  passkeyName,
  passkeyOrder,
  type passkeyQuestion,
  recoveryCodes,
} from './factor-shapes.ts'
export { factorRejections } from './rejections.ts'
