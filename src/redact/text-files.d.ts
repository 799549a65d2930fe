/** Tables of data are imported as text. */
declare module "*.txt" {
  const text: string;
  export default text;
}
