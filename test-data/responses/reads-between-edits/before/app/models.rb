class Track < ApplicationRecord
  belongs_to :album
  validates :title, presence: true
  scope :long, -> { where("seconds > 600") }

  def duration
    format("%d:%02d", seconds / 60, seconds % 60)
  end
end
