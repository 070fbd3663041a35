export { LoggedPicture, type LoggedPictureProps } from './logged-picture.tsx'
