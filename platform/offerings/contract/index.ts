export { offeringRejections } from './rejections.ts'
export { applicationShape, offeringShape, prospectusShape } from './shapes.ts'
