/** Shown on every screen before and after a payment at the local stand-in. */
export const StandInNotice = () => (
  <p className="stand-in" role="note">
    הדמיה: התשלום נעשה מול חברת סליקה מדומה, ואין חיוב אמיתי
  </p>
)
