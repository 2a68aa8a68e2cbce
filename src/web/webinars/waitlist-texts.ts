export const waitlistTitle = 'אתם ברשימת ההמתנה'
export const waitlistText = 'כל המקומות במפגש תפוסים. מקום שמתפנה הוא שלכם, לפי סדר ההצטרפות, ונכתוב לכם מיד.'
